import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { SavedDrive } from '@switchback/contracts/endpoints/authoring';
import { Dialog } from '../../components/Dialog.js';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';
import type { Submit } from './use-submit.js';

const words = editorTexts;

/** Over the editor while it waits for an answer. */
export function WaitingOverlay({ waiting }: Pick<Submit, 'waiting'>) {
  return (
    <div role="status">
      {waiting !== null && (
        <div className={styles.overlay}>
          <p>{words.waiting[waiting]}</p>
        </div>
      )}
    </div>
  );
}

/** The server does not let this person do it at all. */
export function RefusedOverlay({ refusal, onClose }: { refusal: Submit['refusal']; onClose: () => void }) {
  const isShown = refusal?.type === 403;
  return (
    <Dialog opened={isShown} onClose={onClose} title={refusal?.title ?? ''} fullScreen>
      <p>{refusal?.message}</p>
    </Dialog>
  );
}

interface ConflictProps {
  open: boolean;
  onClose: () => void;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody else saved the drive meanwhile. */
export function ConflictDialog({ open, onClose, onMine, onTheirs }: ConflictProps) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.conflict.title}>
      <p>{words.conflict.text}</p>
      <div className={styles.ways}>
        <Button onClick={onMine}>{words.conflict.mine}</Button>
        <Button variant="default" onClick={onTheirs}>
          {words.conflict.theirs}
        </Button>
      </div>
    </Dialog>
  );
}

/** The server's words on what became of the drive, and the way to it. */
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
