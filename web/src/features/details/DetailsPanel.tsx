import { ActionIcon, Button, CloseButton } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/CloseButton.css';
import { boundsIntersect } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { Suspense, useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useDetailsQuery, useSettingsQuery } from '../../api/api.js';
import { isCallError } from '../../api/error.js';
import { usePhotosQuery } from '../../api/photos-api.js';
import { AdSlot } from '../../components/AdSlot.js';
import { IconChevronLeft, IconChevronRight } from '../../components/icons.js';
import { OfflineDrivesLink } from '../../components/OfflineDrivesLink.js';
import { drivePageOf } from '../../lib/drives/drive-page.js';
import { isPublished } from '../../lib/drives/drive-state.js';
import { titleOf } from '../../lib/drives/drive-title.js';
import { shareBySheet } from '../../lib/page/share-sheet.js';
import { useAds } from '../../lib/people/use-ads.js';
import { type DialogIntent, type Intent, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { useDriveState } from '../../lib/drives/use-drive-state.js';
import { useUser } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { detailsTexts } from '../../texts/details.js';
import { Banner } from './Banner.js';
import { ChangeRequest } from './ChangeRequest.js';
import styles from './DetailsPanel.module.css';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { Creator, Ends, Headline, Measures, Ratings, Tags } from '../../components/DriveFacts.js';
import { deliverDrive } from '../directions/gpx-file.js';
import type { CourseFiles } from '../directions/use-delivery.js';
import { DeleteDialog } from './DeleteDialog.js';
import { ElevationSection } from './ElevationSection.js';
import { DriveActions } from './DriveActions.js';
import { useDriveExportMutation } from './export-endpoint.js';
import { MoreMenu } from './MoreMenu.js';
import { rightsOn } from './rights.js';
import { RouteSection } from './RouteSection.js';
import { ShareModal } from './ShareModal.js';
import { useGate } from './use-gate.js';
import { usePanelFocus } from './use-panel-focus.js';

const DriveDirections = lazyComponent(() => import('./DriveDirections.js'), 'notice');
const ReportDialog = lazyComponent(() => import('../reports/ReportDialog.js'), 'notice');
const RankDialog = lazyComponent(() => import('./sharing/RankDialog.js'), 'notice');
const SharePrivateDialog = lazyComponent(() => import('./sharing/SharePrivateDialog.js'), 'notice');
const SuggestDialog = lazyComponent(() => import('./SuggestDialog.js'), 'notice');
const PhotosSection = lazyComponent(() => import('./photos/PhotosSection.js'), 'notice');
const ReviewsSection = lazyComponent(() => import('./reviews/ReviewsSection.js'), 'notice');
const StopsSection = lazyComponent(() => import('../stops/StopsSection.js'), 'notice');

/** Pixels. */
const AD_HEIGHT = 140;

interface Props {
  driveId: string;
  /** Distance of the drive's start from the person or the searched place. */
  away?: string | undefined;
  /** True next to a map that shows the drive. */
  isOnMap?: boolean;
  /** Opens the drive before or after this one in the result; null if there is none. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  onClose: () => void;
}

type Dialog = 'share' | 'share-private' | 'rank' | 'directions' | 'suggest' | 'delete' | 'report' | null;

/** Read-only details of one drive. The previous drive stays visible until the next one loads. */
export default function DetailsPanel(props: Props) {
  const { driveId, away, isOnMap = false, onPrevious = null, onNext = null, onClose } = props;
  const panel = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [dialog, setDialog] = useState<Dialog>(null);
  const { data, error, isFetching, refetch } = useDetailsQuery(driveId);
  // Without `fields`, the call returns every field.
  const drive = error === undefined ? data : undefined;
  usePanelFocus(panel, title, drive?.id ?? (error === undefined ? null : driveId));
  const gate = useGate(driveId, isDialogIntent, (intent) => setDialog(intent.dialog));
  const onShare = drive === undefined ? null : shareAction(drive, gate, setDialog);
  const onSuggest = drive === undefined ? null : suggestAction(drive, gate);
  return (
    <div
      ref={panel}
      className={styles.panel}
      aria-busy={isFetching}
      onKeyDown={({ key, target, defaultPrevented }) => {
        // Key events of menus and dialogs bubble up here too, but those close themselves.
        const own = target instanceof Node && panel.current?.contains(target) === true;
        if (key === 'Escape' && own && dialog === null && !defaultPrevented) onClose();
      }}
    >
      <div className={styles.bar}>
        {(onPrevious !== null || onNext !== null) && (
          <>
            <StepButton Icon={IconChevronLeft} label={detailsTexts.previous} onStep={onPrevious} />
            <StepButton Icon={IconChevronRight} label={detailsTexts.next} onStep={onNext} />
          </>
        )}
        <p className={styles.barTitle}>{detailsTexts.panel}</p>
        {drive !== undefined && (
          <Menu drive={drive} gate={gate} onShare={onShare} onSuggest={onSuggest} onDialog={setDialog} />
        )}
        <CloseButton size={44} aria-label={texts.close} onClick={onClose} />
      </div>
      {drive !== undefined ? (
        <Drive
          key={drive.id}
          drive={drive}
          away={away}
          isOnMap={isOnMap}
          title={title}
          dialog={dialog}
          onShare={onShare}
          onSuggest={onSuggest}
          onDialog={setDialog}
          onDeleted={onClose}
        />
      ) : (
        <Instead driveId={driveId} error={error} title={title} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

interface StepProps {
  Icon: typeof IconChevronLeft;
  label: string;
  onStep: (() => void) | null;
}

function StepButton({ Icon, label, onStep }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      aria-label={label}
      // Keeps the focus, unlike a disabled button, when the last drive is reached.
      aria-disabled={onStep === null}
      className={styles.step}
      onClick={() => onStep?.()}
    >
      <Icon size={20} />
    </ActionIcon>
  );
}

type DialogGate = ReturnType<typeof useGate<DialogIntent>>;

/** Returns the action that shares the drive; null if the user may not share it. */
function shareAction(drive: DriveDetails, { user, pass }: DialogGate, onDialog: (dialog: Dialog) => void) {
  const { share } = rightsOn(drive, user);
  if (share === null) return null;
  if (share !== 'public') return () => pass({ dialog: 'share-private', driveId: drive.id });
  const title = titleOf(drive);
  return () =>
    void shareBySheet({ title, text: title, url: drivePageOf(drive.id) }).then((isShared) => {
      if (!isShared) onDialog('share');
    });
}

/** Returns the action that suggests edits; null if the drive takes none. Its dialog replaces an open one. */
function suggestAction(drive: DriveDetails, { user, pass }: DialogGate) {
  return rightsOn(drive, user).canSuggestEdits ? () => pass({ dialog: 'suggest', driveId: drive.id }) : null;
}

type MenuProps = Pick<DriveProps, 'drive' | 'onShare' | 'onSuggest' | 'onDialog'> & { gate: DialogGate };

function Menu({ drive, gate: { user }, onShare, onSuggest, onDialog }: MenuProps) {
  const { canEdit, canRank, canDelete, canReport } = rightsOn(drive, user);
  return (
    <MoreMenu
      onShare={onShare}
      onDirections={() => onDialog('directions')}
      onSuggest={onSuggest}
      editor={canEdit ? editorOf(drive.id) : null}
      onRank={canRank ? () => onDialog('rank') : null}
      onDelete={canDelete ? () => onDialog('delete') : null}
      onReport={canReport ? () => onDialog('report') : null}
    />
  );
}

function isDialogIntent(intent: Intent): intent is DialogIntent {
  return 'dialog' in intent;
}

/** Shown instead of a drive that is loading, does not exist, requires a Hero account, or failed to load. */
function Instead({
  driveId,
  error,
  title,
  onRetry,
}: {
  driveId: string;
  error: unknown;
  title: RefObject<HTMLHeadingElement | null>;
  onRetry: () => void;
}) {
  const dispatch = useAppDispatch();
  const needsUpgrade = isCallError(error) && error.upgrade === true;
  useEffect(() => {
    if (needsUpgrade) dispatch(upgradeAsked());
  }, [needsUpgrade, driveId, dispatch]);
  if (error === undefined) return <p className={styles.instead}>{detailsTexts.loading}</p>;
  const input = isCallError(error) ? error : { ...texts.errors.unexpected, type: 0 };
  return (
    <div className={styles.instead} role="alert">
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {input.title}
      </h2>
      <p>{input.message}</p>
      {needsUpgrade && (
        <div className={styles.actions}>
          <Button onClick={() => dispatch(upgradeAsked())}>{detailsTexts.upgrade}</Button>
        </div>
      )}
      {input.type !== 404 && !needsUpgrade && (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{texts.retry}</Button>
          {input.type === 0 && <OfflineDrivesLink driveId={driveId} />}
        </div>
      )}
    </div>
  );
}

interface DriveProps extends Pick<Props, 'away'> {
  isOnMap: boolean;
  drive: DriveDetails;
  title: RefObject<HTMLHeadingElement | null>;
  dialog: Dialog;
  /** Null if the user may not share it. */
  onShare: (() => void) | null;
  /** Null if the drive takes no suggestions. */
  onSuggest: (() => void) | null;
  onDialog: (dialog: Dialog) => void;
  onDeleted: () => void;
}

function Drive({ drive, away, isOnMap, title, dialog, onShare, onSuggest, onDialog, onDeleted }: DriveProps) {
  // Renders the part below the first facts later and in slices, so that no tap waits for the whole page.
  const hasRest = useDeferredValue(true, false);
  const close = () => onDialog(null);
  return (
    <>
      <Banner drive={drive} isOnMap={isOnMap} />
      <div className={styles.body}>
        <h2 ref={title} tabIndex={-1} className={styles.title}>
          {titleOf(drive)}
        </h2>
        <Headline drive={drive} away={away} />
        <OwnChangeRequest drive={drive} />
        <DriveActions drive={drive} onDirections={() => onDialog('directions')} onShare={onShare} />
        <Ends drive={drive} />
        {drive.description !== '' && <p className={styles.description}>{drive.description}</p>}
        {hasRest && <Rest drive={drive} isOnMap={isOnMap} />}
      </div>
      {hasRest && <DeleteDialog drive={drive} open={dialog === 'delete'} onDeleted={onDeleted} onClose={close} />}
      {hasRest && <FurtherDialogs drive={drive} dialog={dialog} onSuggest={onSuggest} onClose={close} />}
    </>
  );
}

/** Shown to the owner alone: staff have the review mode. */
function OwnChangeRequest({ drive }: Pick<DriveProps, 'drive'>) {
  const user = useUser();
  const isSentBack = useDriveState(drive) === 'changes-requested';
  if (!isSentBack || user === null || drive.created.user?.id !== user.id) return null;
  return <ChangeRequest drive={drive} editor={rightsOn(drive, user).canEdit ? editorOf(drive.id) : null} />;
}

function editorOf(driveId: string): string {
  return `/create/${encodeURIComponent(driveId)}`;
}

function Rest({ drive, isOnMap }: Pick<DriveProps, 'drive' | 'isOnMap'>) {
  const path = usePathOf(drive);
  const [photo, setPhoto] = useState<string | null>(null);
  return (
    <>
      <Creator drive={drive} />
      <Ratings drive={drive} />
      <Tags drive={drive} />
      <Measures drive={drive} />
      {!isOnMap && <PinnedRoute drive={drive} path={path} onPhoto={setPhoto} />}
      <ElevationSection drive={drive} path={path} />
      <RegionStops drive={drive} />
      <Suspense fallback={null}>
        <PhotosSection drive={drive} shown={photo} onShow={setPhoto} />
      </Suspense>
      {isPublished(drive) && (
        <Suspense fallback={null}>
          <ReviewsSection driveId={drive.id} />
        </Suspense>
      )}
      <DetailsAd />
    </>
  );
}

/** The stops that the region's map knows of; loads nothing where there is no region. */
function RegionStops({ drive }: Pick<DriveProps, 'drive'>) {
  const region = useSettingsQuery().data?.region ?? null;
  if (region?.bounds == null || !boundsIntersect(region.bounds, drive.bounds)) return null;
  return (
    <Suspense fallback={null}>
      <StopsSection drive={drive} />
    </Suspense>
  );
}

function usePathOf({ path }: DriveDetails): LatLng[] {
  return useMemo(() => decodePolyline(path), [path]);
}

type FurtherProps = Pick<DriveProps, 'drive' | 'dialog' | 'onSuggest'> & Pick<Props, 'onClose'>;

/** Dialogs, each mounted on first use; some are loaded lazily. */
function FurtherDialogs({ drive, dialog, onSuggest, onClose }: FurtherProps) {
  const { id: driveId, rankings } = drive;
  const path = usePathOf(drive);
  const files = useFilesOf(drive);
  const user = useUser();
  const [wanted, setWanted] = useState<ReadonlySet<Dialog>>(new Set());
  if (dialog !== null && !wanted.has(dialog)) setWanted(new Set([...wanted, dialog]));
  return (
    <Suspense fallback={null}>
      {wanted.has('share') && <ShareModal drive={drive} open={dialog === 'share'} onClose={onClose} />}
      {wanted.has('directions') && (
        <DriveDirections drive={drive} path={path} files={files} open={dialog === 'directions'} onClose={onClose} />
      )}
      {wanted.has('share-private') && user !== null && (
        <SharePrivateDialog driveId={driveId} user={user} open={dialog === 'share-private'} onClose={onClose} />
      )}
      {wanted.has('rank') && (
        <RankDialog driveId={driveId} rankings={rankings} open={dialog === 'rank'} onClose={onClose} />
      )}
      {wanted.has('suggest') && <SuggestDialog driveId={driveId} open={dialog === 'suggest'} onClose={onClose} />}
      {wanted.has('report') && (
        <ReportDialog
          subject={{ type: 'drive', id: driveId }}
          open={dialog === 'report'}
          onSuggest={onSuggest && (() => [onClose(), onSuggest()])}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/** The file of our own writer needs no server; the other one does. */
function useFilesOf(drive: DriveDetails): CourseFiles {
  const [load] = useDriveExportMutation();
  return {
    gpx: () => deliverDrive({ ...drive, legs: drive.directions.legs }),
    kml: async () => (await load({ id: drive.id, format: 'kml', title: titleOf(drive) })).error === undefined,
  };
}

/** Ad at the end of the panel. */
function DetailsAd() {
  const ads = useAds();
  return ads !== null && <AdSlot ad={ads(0)} height={AD_HEIGHT} />;
}

interface RouteProps extends Pick<DriveProps, 'drive'> {
  path: LatLng[];
  onPhoto: (id: string) => void;
}

/** Shows the route with pins for the photos whose location is known; the photos section lists all of them. */
function PinnedRoute({ drive, path, onPhoto }: RouteProps) {
  const { data: photos } = usePhotosQuery(drive.id);
  const pins = useMemo(
    () => photos?.flatMap(({ id, location }) => (location === null ? [] : [{ id, location }])),
    [photos],
  );
  return <RouteSection drive={drive} path={path} {...(pins && { pins })} onPin={onPhoto} />;
}
