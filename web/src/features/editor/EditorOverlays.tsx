import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { SavedDrive } from '@switchback/contracts/endpoints/authoring';
import { sentences } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import { Notice } from '../../components/Notice.js';
import { UploadProgress } from '../photos/PhotoForm.js';
import { loginNeeded } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { editorPhotoTexts } from '../../texts/editor-photos.js';
import { texts } from '../../texts/en.js';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';
import type { Chords } from './use-chords.js';
import type { PhotoWork } from './use-photo-work.js';
import type { Submit } from './use-submit.js';

const words = editorTexts;
const photoWords = editorPhotoTexts;

/** Covers the editor while a request is pending. */
export function WaitingOverlay({ waiting, photos }: Pick<Submit, 'waiting'> & { photos: PhotoWork }) {
  if (waiting === null) return <div role="status" />;
  return (
    <div className={styles.overlay}>
      <div className={styles.waiting}>
        <p role="status">{words.waiting[waiting]}</p>
        {photos.progress !== null && (
          <>
            <UploadProgress share={photos.progress} />
            <Button variant="default" mih={44} onClick={photos.cancel}>
              {texts.form.cancel}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

/** Offers to retry or skip the photos of a drive that was saved without them, so that the user need not redraw it. */
export function UnsentDialog({ unsent }: Pick<Submit, 'unsent'>) {
  return (
    <Dialog opened={unsent !== null} onClose={() => unsent?.without()} title={photoWords.unsent.title}>
      <p role="alert">{unsent === null ? '' : sentences(unsent.why)}</p>
      <div className={styles.ways}>
        <Button onClick={unsent?.again}>{photoWords.unsent.again}</Button>
        <Button variant="default" onClick={unsent?.without}>
          {photoWords.unsent.without}
        </Button>
      </div>
    </Dialog>
  );
}

/** Asks before a drive with straight lines is submitted, because no car can follow them. */
export function ChordsDialog({ isOpen, onSubmit, onKeep }: Chords) {
  return (
    <Dialog opened={isOpen} onClose={onKeep} title={words.chords.title}>
      <p>{words.chords.text}</p>
      <div className={styles.ways}>
        <Button variant="default" mih={44} onClick={onSubmit}>
          {words.chords.submit}
        </Button>
        <Button mih={44} onClick={onKeep}>
          {words.chords.keep}
        </Button>
      </div>
    </Dialog>
  );
}

/** Shown if the server denies the user permission (403). */
export function RefusedOverlay({ refusal, onClose }: { refusal: Submit['refusal']; onClose: () => void }) {
  const isShown = refusal?.type === 403;
  return (
    <Dialog opened={isShown} onClose={onClose} title={refusal?.title ?? ''} fullScreen>
      <p>{refusal?.message}</p>
    </Dialog>
  );
}

/** Says that the session has ended, and that the draft waits for the login. */
export function LoggedOut() {
  const dispatch = useAppDispatch();
  return (
    <Notice kind="info" title={words.loggedOut.title} text={words.loggedOut.text}>
      <Button variant="default" mih={44} onClick={() => dispatch(loginNeeded())}>
        {texts.account.logIn}
      </Button>
    </Notice>
  );
}

interface ConflictProps {
  open: boolean;
  onClose: () => void;
  /** Null while reviewing: staff approve nothing that they have not seen. */
  onMine: (() => void) | null;
  onTheirs: () => void;
}

/** Resolves a conflict: another save changed the drive in the meantime. */
export function ConflictDialog({ open, onClose, onMine, onTheirs }: ConflictProps) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.conflict.title}>
      <p>{words.conflict.text}</p>
      <div className={styles.ways}>
        {onMine !== null && <Button onClick={onMine}>{words.conflict.mine}</Button>}
        <Button variant="default" onClick={onTheirs}>
          {words.conflict.theirs}
        </Button>
      </div>
    </Dialog>
  );
}

/** Shows the server's message on the saved drive, with a link to it. */
export function SavedDialog({ saved, onClose }: { saved: SavedDrive | null; onClose: () => void }) {
  const id = encodeURIComponent(saved?.driveId ?? '');
  return (
    <Dialog opened={saved !== null} onClose={onClose} title={saved?.title ?? ''}>
      <p>{saved?.message}</p>
      <Button component={Link} to={`/explore?view=map&drive=${id}&details=true`}>
        {words.viewDrive}
      </Button>
    </Dialog>
  );
}
