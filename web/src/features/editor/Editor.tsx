import { Button } from '@mantine/core';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import type { AuthoringFault, ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { isBlank } from '@switchback/contracts/rules/blank';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useNavigate } from 'react-router';
import { sentences } from '../../api/error.js';
import { DriveStateFlag } from '../../components/DriveStateFlag.js';
import { Notice } from '../../components/Notice.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { editorTexts } from '../../texts/editor.js';
import { texts } from '../../texts/en.js';
import { mayDeletePhoto } from '../../components/photos/photo-rights.js';
import { DetailsDrawer } from './DetailsDrawer.js';
import { type Draft, readDraft, writeDraft } from './draft.js';
import { type ChosenTag, type DriveFields, EMPTY_FIELDS, type Faults, faultsOf, fieldsOf } from './drive-form.js';
import styles from './Editor.module.css';
import { ConflictDialog, RefusedOverlay, SavedDialog, UnsentDialog, WaitingOverlay } from './EditorOverlays.js';
import { PhotoFields } from './PhotoFields.js';
import { Request, type Requests } from './Request.js';
import { type DrawerName, useDrawers } from './use-drawers.js';
import { type PhotoWork, usePhotoWork } from './use-photo-work.js';
import type { FileTexts } from './FileTool.js';
import { type RouteWork, useRouteEditor } from './use-route-editor.js';
import { type Submit, useSaved, useSubmit } from './use-submit.js';
import { WaypointsDrawer } from './WaypointsDrawer.js';

const EditorMap = lazyComponent(() => import('./EditorMap.js'), 'notice');

const words = editorTexts;
const DRAFT_MS = 400;
const NONE: readonly CountryAndStates[] = [];

interface Props {
  user: User;
  /** Null for a new drive. */
  drive: DriveDetails | null;
  isReviewing: boolean;
  /** Refetches the drive from the server. */
  onReload?: () => Promise<DriveDetails | null>;
}

/** Drive editor: waypoints on the left, the map in the middle, details on the right. */
export function Editor({ user, drive, isReviewing, onReload }: Props) {
  const route = useRouteEditor();
  const photos = usePhotoWork(user.id, drive?.id ?? null, isReviewing);
  const work = useWork({ user, drive, isReviewing, photos }, route);
  const { fields, change, requests, faults, showAll, submit, send } = work;
  const { open, toggle } = useDrawers();
  const { saved, dismiss } = useSaved();
  const [near, setNear] = useState<LatLng | null>(null);
  const product = useProductName();
  const heading = fields.title.trim() || (drive === null ? words.title : words.untitled);
  useDocumentHead({ ...plainPage(product, '/create'), title: `${heading} - ${product}` });
  return (
    <div className={styles.page}>
      <Bar heading={heading} drive={drive} open={open} onToggle={toggle} />
      <div className={styles.body} data-drawers>
        {open.waypoints && (
          <Drawer name="waypoints">
            <Request field="directions" requests={requests} />
            <WaypointsDrawer editor={route} near={near} onTexts={(said) => change(missing(fields, said))} />
          </Drawer>
        )}
        <div className={styles.map}>
          <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
            <EditorMap editor={route} isNew={drive === null} onLook={setNear} />
          </Suspense>
        </div>
        {open.details && (
          <Drawer name="details">
            <DetailsDrawer
              faults={faults}
              showAll={showAll}
              requests={requests}
              value={fields}
              onChange={change}
              driveId={drive?.id ?? null}
              suggested={route.directions?.countries ?? NONE}
              suggestedTags={suggestedTags(route, drive)}
              photos={(error) => (
                <PhotoFields
                  requests={requests}
                  error={error}
                  work={photos}
                  isReadOnly={isReviewing}
                  mayRemove={({ photo }) => photo === null || mayDeletePhoto(photo, rightsOf(fields, drive), user)}
                />
              )}
            />
          </Drawer>
        )}
      </div>
      <Foot
        work={work}
        isReviewing={isReviewing}
        isRouting={route.isRouting}
        onSend={() => void send()}
        onRequests={open.details ? null : () => toggle('details')}
      />
      <WaitingOverlay waiting={submit.waiting} photos={photos} />
      <UnsentDialog unsent={submit.unsent} />
      <RefusedOverlay refusal={submit.refusal} onClose={submit.reset} />
      <ConflictDialog
        open={submit.isConflict}
        onClose={submit.reset}
        onMine={() => void submit.save(fields, route, true)}
        onTheirs={() => void onReload?.().then((theirs) => theirs && work.restart(theirs))}
      />
      <SavedDialog saved={saved} onClose={dismiss} />
    </div>
  );
}

interface BarProps {
  heading: string;
  drive: DriveDetails | null;
  open: Record<DrawerName, boolean>;
  onToggle: (name: DrawerName) => void;
}

function Bar({ heading, drive, open, onToggle }: BarProps) {
  return (
    <div className={styles.bar}>
      <h1 className={styles.title}>{heading}</h1>
      {drive !== null && <DriveStateFlag drive={drive} className={styles.state} />}
      {(['waypoints', 'details'] as const).map((name) => (
        <Button key={name} variant="default" mih={44} aria-expanded={open[name]} onClick={() => onToggle(name)}>
          {words[name]}
        </Button>
      ))}
    </div>
  );
}

/** Returns the tags of the present route; those of the stored line while it is unchanged. */
function suggestedTags(route: RouteWork, drive: DriveDetails | null): readonly ChosenTag[] {
  const stored = route.isChanged ? [] : (drive?.tags ?? []).filter(({ source }) => source === 'map');
  return stored.length > 0 ? stored : (route.directions?.tags ?? []);
}

/** Returns imported texts only for blank fields; never overwrites the user's input. */
function missing({ title, description }: DriveFields, said: FileTexts): Partial<DriveFields> {
  return {
    ...(isBlank(title) && said.title && { title: said.title }),
    ...(isBlank(description) && said.description && { description: said.description }),
  };
}

function Drawer({ name, children }: { name: DrawerName; children: React.ReactNode }) {
  return (
    <section className={styles.drawer} data-side={name} aria-label={words[name]}>
      {children}
    </section>
  );
}

/** Rights on the drive as it will be once saved. */
function rightsOf({ isPublic }: DriveFields, drive: DriveDetails | null) {
  return { privacy: isPublic ? 'public' : 'private', ownerId: drive?.created.user?.id ?? null } as const;
}

type Words = Readonly<Partial<Record<ChangeRequestKey, string>>>;

interface Work {
  fields: DriveFields;
  change: (change: Partial<DriveFields>) => void;
  requests: Requests;
  faults: Faults;
  showAll: boolean;
  submit: Submit;
  /** Shown at the buttons. */
  fault: AuthoringFault | null;
  isRestored: boolean;
  discard: () => void;
  send: () => Promise<void>;
  sendBack: () => void;
  restart: (drive: DriveDetails) => void;
}

type Given = Omit<Props, 'onReload'> & { photos: PhotoWork };

/** Editor state: starts from an earlier draft, or from the drive as stored. */
function useWork({ user, drive, isReviewing, photos }: Given, route: RouteWork): Work {
  const driveId = drive?.id ?? null;
  const [begun] = useState(() => (isReviewing ? null : readDraft(user.id, driveId)));
  const [isRestored, setRestored] = useState(begun !== null);
  const [rev, setRev] = useState(begun?.rev ?? drive?._rev ?? null);
  const [fields, setFields] = useState(begun?.fields ?? (drive === null ? EMPTY_FIELDS : fieldsOf(drive)));
  const [isTouched, setTouched] = useState(false);
  const [written, setWritten] = useState<Words>({});
  const [showAll, setShowAll] = useState(false);
  const onSaved = () => (drive === null ? restart(null) : photos.reset());
  const submit = useSubmit({ userId: user.id, drive, rev, photos, onSaved });
  const isDirty = !isReviewing && (isTouched || route.isChanged || photos.isChanged);
  useStoredDraft({ userId: user.id, driveId, isDirty, fields, route, rev });

  const begin = useEffectEvent(() => {
    if (begun !== null) route.load(begun.route);
    else if (drive !== null) route.load(drive);
  });
  useEffect(() => begin(), []);

  const restart = (present: DriveDetails | null) => {
    writeDraft(user.id, driveId, null);
    setRestored(false);
    setTouched(false);
    setRev(present?._rev ?? null);
    setFields(present === null ? EMPTY_FIELDS : fieldsOf(present));
    if (present === null) route.reset();
    else route.load(present);
    photos.reset();
    submit.reset();
  };
  // The server validates regions: it knows which countries have states.
  const rest = { hasDirections: route.directions !== null, photoCount: photos.items?.length ?? null };
  const own = faultsOf(fields, rest, user.accountType, () => true);
  const refused = submit.refusal?.fields ?? {};
  return {
    fields,
    submit,
    restart,
    isRestored: isRestored || photos.isRestored,
    showAll: showAll || Object.keys(refused).length > 0,
    faults: isReviewing ? {} : { ...own, ...refused },
    requests: isReviewing
      ? { words: written, onChange: (field, text) => setWritten({ ...written, [field]: text }) }
      : { words: drive?.status === 'changes-requested' ? (drive.changeRequest ?? {}) : {} },
    fault: underButtons(submit, showAll && !isReviewing ? own : {}),
    change: (change) => {
      setTouched(true);
      submit.reset();
      setFields((present) => ({ ...present, ...change }));
    },
    discard: () => restart(drive),
    send: async () => {
      if (isReviewing) return submit.approve();
      setShowAll(true);
      if (Object.keys(own).length > 0) return;
      await submit.save(fields, route);
    },
    sendBack: () => void submit.request(written),
  };
}

/** Returns the fault to show at the buttons: that some fields are invalid, or a server error that no field can show. */
function underButtons({ refusal, isConflict }: Submit, own: Faults): AuthoringFault | null {
  const { directions, waypoints, submit } = refusal?.fields ?? {};
  const shown = directions ?? waypoints ?? submit;
  if (shown !== undefined) return shown;
  if (own['directions'] !== undefined) return own['directions'];
  if (Object.keys(own).length > 0 || Object.keys(refusal?.fields ?? {}).length > 0) {
    return { title: words.faults, message: '' };
  }
  return refusal === null || refusal.type === 403 || isConflict ? null : refusal;
}

interface DraftInput {
  userId: string;
  driveId: string | null;
  isDirty: boolean;
  fields: DriveFields;
  route: RouteWork;
  rev: number | null;
}

/** Stores unsent work as a draft in this browser, and asks before the user leaves the page. */
function useStoredDraft({ userId, driveId, isDirty, fields, route, rev }: DraftInput): void {
  const { points, directions } = route;
  const keep = useEffectEvent(() => {
    const draft: Draft = { fields, route: route.snapshot(), rev };
    writeDraft(userId, driveId, draft);
  });
  const [settledFields, settledPoints, settledWay] = [
    useDebounced(fields, DRAFT_MS),
    useDebounced(points, DRAFT_MS),
    useDebounced(directions, DRAFT_MS),
  ];
  useEffect(() => {
    if (isDirty) keep();
  }, [isDirty, settledFields, settledPoints, settledWay]);
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isDirty]);
}

interface FootProps {
  work: Work;
  isReviewing: boolean;
  isRouting: boolean;
  onSend: () => void;
  /** Opens the fields with change requests; null if they are already visible. */
  onRequests: (() => void) | null;
}

function Foot({ work, isReviewing, isRouting, onSend, onRequests }: FootProps) {
  const { fields, submit, fault, isRestored, discard, sendBack, requests } = work;
  const navigate = useNavigate();
  const isBusy = submit.waiting !== null;
  const send = isReviewing ? words.submit.review : fields.isPublic ? words.submit.public : words.submit.private;
  const isAsked = !isReviewing && Object.keys(requests.words).length > 0;
  return (
    <div className={styles.foot}>
      {isAsked && <p className={styles.request}>{words.requested}</p>}
      {isAsked && onRequests !== null && (
        <Button variant="default" mih={44} onClick={onRequests}>
          {words.showRequested}
        </Button>
      )}
      {isRestored && (
        <Notice kind="info" title={words.restored} text={words.restoredText}>
          <Button variant="default" onClick={discard}>
            {words.discard}
          </Button>
        </Notice>
      )}
      <p role="alert" className={styles.fault}>
        {fault === null ? '' : sentences(fault)}
      </p>
      <div className={styles.ways}>
        <Button variant="default" mih={44} disabled={isBusy} onClick={isReviewing ? sendBack : () => void navigate(-1)}>
          {isReviewing ? words.cancel.review : words.cancel.edit}
        </Button>
        <Button mih={44} disabled={isBusy || isRouting} onClick={onSend}>
          {send}
        </Button>
      </div>
    </div>
  );
}
