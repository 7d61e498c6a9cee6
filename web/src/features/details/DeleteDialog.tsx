import { Button } from '@mantine/core';
import { reasonOf } from '../../api/error.js';
import { Dialog } from '../../components/Dialog.js';
import { detailsTexts } from '../../texts/details.js';
import { texts } from '../../texts/en.js';
import { useDeleteDriveMutation } from './delete-endpoint.js';
import styles from './DetailsPanel.module.css';
import type { DriveDetails } from '@switchback/contracts/resources/drive';

const words = detailsTexts.delete;

interface Props {
  drive: DriveDetails;
  open: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks for confirmation before deleting a drive. */
export function DeleteDialog({ drive, open, onClose, onDeleted }: Props) {
  const [remove, { isLoading, error }] = useDeleteDriveMutation();
  const confirm = async () => {
    const { error: failure } = await remove(drive.id);
    if (failure === undefined) onDeleted();
  };
  return (
    <Dialog opened={open} onClose={onClose} title={words.title}>
      <p className={styles.note}>{words.lead}</p>
      <p role="alert" className={styles.note}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button color="red" loading={isLoading} onClick={() => void confirm()}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
