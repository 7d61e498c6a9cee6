import { Button } from '@mantine/core';
import { reasonOf } from '../../../api/error.js';
import { useDecidePhotoMutation } from '../../../api/photo-decisions-api.js';
import { Dialog } from '../../../components/Dialog.js';
import { texts } from '../../../texts/en.js';
import { photoTexts } from '../../../texts/photos.js';
import { useDeletePhotoMutation } from './photo-endpoints.js';
import styles from './Photos.module.css';

/** Action on a photo that awaits the user's confirmation. */
export interface PhotoStep {
  kind: 'approve' | 'disapprove' | 'remove';
  id: string;
}

interface Props {
  driveId: string;
  step: PhotoStep | null;
  onClose: () => void;
  /** @param gone whether the photo no longer exists. */
  onDone: (gone: boolean) => void;
}

/** Asks for confirmation before a photo is approved, disapproved or deleted. */
export function PhotoDialog({ driveId, step, onClose, onDone }: Props) {
  const [remove, removing] = useDeletePhotoMutation();
  const [decide, deciding] = useDecidePhotoMutation();
  const words = photoTexts[step?.kind ?? 'remove'];
  const error = step?.kind === 'remove' ? removing.error : deciding.error;
  const confirm = async () => {
    if (step === null) return;
    const { kind, id } = step;
    const done =
      kind === 'remove' ? await remove({ driveId, id }) : await decide({ driveId, id, approve: kind === 'approve' });
    if (done.error === undefined) onDone(kind !== 'approve');
  };
  const close = () => {
    removing.reset();
    deciding.reset();
    onClose();
  };
  return (
    <Dialog opened={step !== null} onClose={close} title={words.title}>
      <p className={styles.note}>{words.lead}</p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button
          color={step?.kind === 'approve' ? undefined : 'red'}
          loading={removing.isLoading || deciding.isLoading}
          onClick={() => void confirm()}
        >
          {words.confirm}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
