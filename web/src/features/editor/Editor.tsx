import { Button } from '@mantine/core';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import type { AuthoringFault } from '@switchback/contracts/rules/authoring';
import { isBlank } from '@switchback/contracts/rules/blank';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import type { LatLng } from '@switchback/geo/location';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useNavigate } from 'react-router';
import { sentences } from '../../api/error.js';
import { DriveStateFlag } from '../../components/DriveStateFlag.js';
import { Notice } from '../../components/Notice.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { editorTexts } from '../../texts/editor.js';
import { texts } from '../../texts/en.js';
import { mayDeletePhoto } from '../photos/photo-rights.js';
import { DetailsDrawer } from './DetailsDrawer.js';
import { readDraft, writeDraft } from '../../lib/drafts/draft.js';
import { type ChosenTag, type DriveFields, EMPTY_FIELDS } from '../../lib/drives/drive-fields.js';
import { fieldsOf } from './drive-form.js';
import styles from './Editor.module.css';
import {
  ChordsDialog,
  ConflictDialog,
  LoggedOut,
  RefusedOverlay,
  SavedDialog,
  UnsentDialog,
  WaitingOverlay,
} from './EditorOverlays.js';
import { FieldFault } from './FieldFault.js';
import { PhotoFields } from './PhotoFields.js';
import { Request, type Requests } from './Request.js';
import { type DrawerName, type Drawers, useDrawers } from './use-drawers.js';
import { type FaultWork, useFaults } from './use-faults.js';
import { type PhotoWork, usePhotoWork } from './use-photo-work.js';
import type { FileTexts } from './FileTool.js';
import { hasChords } from './legs.js';
import { type Chords, useChords } from './use-chords.js';
import { useLoginAgain } from './use-login-again.js';
import { type Review, useReview } from './use-review.js';
import { type RouteWork, useRouteEditor } from './use-route-editor.js';
import { useRequests } from './use-requests.js';
import { type Submit, useSaved, useSubmit } from './use-submit.js';
import { useStoredDraft } from './use-stored-draft.js';
import { WaypointsDrawer } from './WaypointsDrawer.js';

const EditorMap = lazyComponent(() => import('./EditorMap.js'), 'notice');

const words = editorTexts;
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
  const drawers = useDrawers();
  const { open, toggle } = drawers;
  const work = useWork({ user, drive, isReviewing, photos, drawers }, route);
  const { fields, change, requests, check, submit, round } = work;
  const { faults, showAll } = check;
  const review = useReview({ drive, fields, route, submit, onSendBack: work.sendBack });
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
          <Drawer key={`waypoints ${round}`} name="waypoints">
            <Request field="directions" requests={requests} />
            <FieldFault fields={['directions', 'waypoints', 'pointsOfInterest']} faults={faults} showAll={showAll} />
            <WaypointsDrawer
              editor={route}
              near={near}
              drive={drive}
              onTexts={(said) => change(missing(fields, said))}
            />
          </Drawer>
        )}
        <div className={styles.map}>
          <Suspense fallback={<p className={styles.wait}>{texts.loading}</p>}>
            <EditorMap editor={route} isNew={drive === null} onLook={setNear} />
          </Suspense>
        </div>
        {open.details && (
          <Drawer key={`details ${round}`} name="details">
            <DetailsDrawer
              faults={faults}
              showAll={showAll}
              requests={requests}
              value={fields}
              onChange={change}
              titleCheck={check.titleCheck}
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
        review={isReviewing ? review : null}
        isRouting={route.isRouting}
        onRequests={open.details ? null : () => drawers.show('details')}
      />
      <Overlays work={work} route={route} photos={photos} isReviewing={isReviewing} onReload={onReload} />
      <SavedDialog saved={saved} onClose={dismiss} />
    </div>
  );
}

interface OverlaysProps extends Pick<Props, 'isReviewing' | 'onReload'> {
  work: Work;
  route: RouteWork;
  photos: PhotoWork;
}

/** Everything that covers the editor while it sends the drive, or if that fails. */
function Overlays({ work: { submit, fields, restart, chords }, route, photos, isReviewing, onReload }: OverlaysProps) {
  return (
    <>
      <WaitingOverlay waiting={submit.waiting} photos={photos} />
      <UnsentDialog unsent={submit.unsent} />
      <ChordsDialog {...chords} />
      <RefusedOverlay refusal={submit.refusal} onClose={submit.reset} />
      <ConflictDialog
        open={submit.isConflict}
        onClose={submit.reset}
        onMine={isReviewing ? null : () => void submit.save(fields, route, true)}
        onTheirs={() => void onReload?.().then((theirs) => theirs && restart(theirs))}
      />
    </>
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
      <div className={styles.name}>
        <h1 className={styles.title}>{heading}</h1>
        {drive !== null && <DriveStateFlag drive={drive} className={styles.state} />}
      </div>
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

/** Returns imported texts for fields that are blank or hold those of the line before; keeps the user's input. */
function missing({ title, description }: DriveFields, said: FileTexts): Partial<DriveFields> {
  const isOpen = (text: string, before = '') => isBlank(text) || text === before;
  return {
    ...(isOpen(title, said.before?.title) && said.title && { title: said.title }),
    ...(isOpen(description, said.before?.description) && said.description && { description: said.description }),
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

interface Work extends Sending {
  fields: DriveFields;
  change: (change: Partial<DriveFields>) => void;
  requests: Requests;
  /** Shown at the buttons. */
  fault: AuthoringFault | null;
  submit: Submit;
  /** Increments when the editor starts over. */
  round: number;
  isRestored: boolean;
  isFromPlan: boolean;
  discard: () => void;
  sendBack: () => void;
  restart: (drive: DriveDetails) => void;
}

type Given = Omit<Props, 'onReload'> & { photos: PhotoWork; drawers: Drawers };

/** Editor state: starts from an earlier draft, or from the drive as stored. */
function useWork({ user, drive, isReviewing, photos, drawers }: Given, route: RouteWork): Work {
  const driveId = drive?.id ?? null;
  const [begun] = useState(() => (isReviewing ? null : readDraft(user.id, driveId)));
  const [isRestored, setRestored] = useState(begun !== null);
  const [rev, setRev] = useState(begun?.rev ?? drive?._rev ?? null);
  const [fields, setFields] = useState(begun?.fields ?? (drive === null ? EMPTY_FIELDS : fieldsOf(drive)));
  const [isTouched, setTouched] = useState(false);
  const asked = useRequests(drive, isReviewing);
  const [round, setRound] = useState(0);
  const onSaved = () => (drive === null ? restart(null) : photos.reset());
  const submit = useSubmit({ userId: user.id, drive, rev, photos, onSaved });
  const isDirty = !isReviewing && (isTouched || route.isChanged || photos.isChanged);
  const sending = useSending({ fields, driveId, photos, user, isReviewing, submit, onShow: drawers.show }, route);
  useStoredDraft({ userId: user.id, driveId, isDirty, fields, route, rev });

  const begin = useEffectEvent(() => {
    if (begun !== null) route.load(begun.route);
    else if (drive !== null) route.load(drive);
  });
  useEffect(() => begin(), []);

  const restart = (current: DriveDetails | null) => {
    writeDraft(user.id, driveId, null);
    setRestored(false);
    setTouched(false);
    setRev(current?._rev ?? null);
    setFields(current === null ? EMPTY_FIELDS : fieldsOf(current));
    if (current === null) route.reset();
    else route.load(current);
    photos.reset();
    submit.reset();
    sending.check.reset();
    sending.chords.reset();
    asked.reset();
    drawers.reset();
    setRound(round + 1);
  };
  return {
    ...sending,
    fields,
    submit,
    restart,
    isRestored: isRestored || photos.isRestored,
    isFromPlan: begun?.isFromPlan ?? false,
    fault: asked.fault ?? sending.check.summary,
    round,
    requests: asked.requests,
    change: (change) => {
      setTouched(true);
      submit.reset();
      setFields((args) => ({ ...args, ...change }));
    },
    discard: () => restart(drive),
    sendBack: () => {
      const written = asked.take();
      if (written === null) drawers.show('details');
      else void submit.request(written);
    },
  };
}

interface Sending {
  check: FaultWork;
  /** Whether the session has ended: nothing can be sent until the person logs in again. */
  isLoggedOut: boolean;
  send: () => Promise<void>;
  chords: Chords;
}

interface SendingInput extends Pick<Props, 'user' | 'isReviewing'>, Pick<Work, 'fields' | 'submit'> {
  driveId: string | null;
  photos: PhotoWork;
  onShow: Drawers['show'];
}

/** Checks and sends the drive, after a login if the session has ended. */
function useSending({ user, photos, ...rest }: SendingInput, route: RouteWork): Sending {
  const { isReviewing, driveId, fields, submit } = rest;
  const photoCount = photos.items?.length ?? null;
  const check = useFaults({ ...rest, route, photoCount, accountType: user.accountType });
  const chords = useChords(fields.isPublic && (driveId === null || route.isChanged) && hasChords(route.legs), () =>
    submit.save(fields, route),
  );
  const send = async () => {
    if (check.pass()) await chords.ask();
  };
  const isLoggedOut = useLoginAgain({
    refusal: submit.refusal,
    onEnd: route.hold,
    onResume: () => {
      submit.reset();
      if (!isReviewing) void send();
    },
  });
  return { check, isLoggedOut, send, chords };
}

interface FootProps {
  work: Work;
  /** Null while editing. */
  review: Review | null;
  isRouting: boolean;
  /** Opens the fields with change requests; null if they are already visible. */
  onRequests: (() => void) | null;
}

function Foot({ work, review, isRouting, onRequests }: FootProps) {
  const { fields, submit, fault, isLoggedOut, isRestored, isFromPlan, discard, requests } = work;
  const navigate = useNavigate();
  const isBusy = submit.waiting !== null || review?.isLoading === true;
  const isReviewing = review !== null;
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
        <Notice kind="info" {...(isFromPlan ? words.fromPlan : words.restored)}>
          <Button variant="default" onClick={discard}>
            {words.discard}
          </Button>
        </Notice>
      )}
      {isLoggedOut && <LoggedOut />}
      <p role="alert" className={styles.fault}>
        {fault === null ? '' : sentences(fault)}
      </p>
      <div className={styles.ways}>
        <Button variant="default" mih={44} disabled={isBusy} onClick={review?.sendBack ?? (() => void navigate(-1))}>
          {isReviewing ? words.cancel.review : words.cancel.edit}
        </Button>
        <Button mih={44} disabled={isBusy || isRouting} onClick={() => void (review?.approve ?? work.send)()}>
          {send}
        </Button>
      </div>
      {review?.dialogs}
    </div>
  );
}
