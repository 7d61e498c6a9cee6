import { Button } from '@mantine/core';
import { reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import styles from './Collections.module.css';

const words = collectionTexts.delete;

interface Props {
  open: boolean;
  isDeleting: boolean;
  /** Error of the last attempt, if it failed. */
  error: unknown;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before deleting a collection. */
export function DeleteDialog({ open, isDeleting, error, onClose, onConfirm }: Props) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.title}>
      <p className={styles.note}>{words.lead}</p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button color="red" loading={isDeleting} onClick={onConfirm}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
