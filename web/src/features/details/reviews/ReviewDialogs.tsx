import { Button } from '@mantine/core';
import { skipToken } from '@reduxjs/toolkit/query';
import { reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { reviewTexts } from '../../../texts/reviews.js';
import { texts } from '../../../texts/en.js';
import { driveRated, useDeleteReviewMutation, useOwnReviewQuery } from './review-endpoints.js';
import { ReviewEditor } from './ReviewEditor.js';
import styles from './Reviews.module.css';

const words = reviewTexts;

interface EditorProps {
  driveId: string;
  /** ID of the user's own review; null if there is none yet. */
  mine: string | null;
  open: boolean;
  onClose: () => void;
  onDelete: () => void;
}

interface Props {
  driveId: string;
  /** ID of the user's own review; null if there is none yet. */
  mine: string | null;
  isEditing: boolean;
  /** ID of the review to delete; null if none. */
  removed: string | null;
  onEdit: (isEditing: boolean) => void;
  onRemove: (id: string | null) => void;
  onGone: () => void;
}

/** Dialogs of the reviews section. */
export function ReviewDialogs({ driveId, mine, isEditing, removed, onEdit, onRemove, onGone }: Props) {
  return (
    <>
      <OwnReviewEditor
        driveId={driveId}
        mine={mine}
        open={isEditing}
        onClose={() => onEdit(false)}
        onDelete={() => {
          onEdit(false);
          onRemove(mine);
        }}
      />
      <DeleteReviewDialog
        driveId={driveId}
        id={removed}
        onClose={() => onRemove(null)}
        onDeleted={() => {
          onRemove(null);
          onGone();
        }}
      />
    </>
  );
}

/** Creates or edits the user's own review. */
function OwnReviewEditor({ driveId, mine, open, onClose, onDelete }: EditorProps) {
  const { currentData: own } = useOwnReviewQuery(open && mine !== null ? { driveId, id: mine } : skipToken);
  const isReady = mine === null || own !== undefined;
  const title = mine === null ? words.editor.create : words.editor.edit;
  return (
    <Dialog opened={open} onClose={onClose} title={title} size="lg">
      {isReady ? (
        <ReviewEditor
          driveId={driveId}
          onClose={onClose}
          review={mine === null ? null : (own ?? null)}
          onDelete={mine === null ? null : onDelete}
        />
      ) : (
        <p>{texts.loading}</p>
      )}
    </Dialog>
  );
}

interface DeleteProps {
  driveId: string;
  /** Null while no deletion is pending. */
  id: string | null;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation before deleting a review. */
function DeleteReviewDialog({ driveId, id, onClose, onDeleted }: DeleteProps) {
  const [remove, { isLoading, error }] = useDeleteReviewMutation();
  const dispatch = useAppDispatch();
  const confirm = async () => {
    if (id === null) return;
    const { error: refusal } = await remove({ driveId, id });
    if (refusal !== undefined) return;
    dispatch(driveRated());
    onDeleted();
  };
  return (
    <Dialog opened={id !== null} onClose={onClose} title={words.remove.title}>
      <p className={styles.note}>{words.remove.lead}</p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          {words.remove.confirm}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
