import { useState, useRef } from 'react';
import { asCallError } from '../../../api/error.js';
import { type NewPhoto, useSavePhotosMutation } from '../../../api/photos-api.js';
import { Dialog } from '../../../components/Dialog.js';
import { PhotoForm } from '../../photos/PhotoForm.js';
import { photoTexts } from '../../../texts/photos.js';

const words = photoTexts.form;

interface Props {
  driveId: string;
  userId: string;
  onClose: () => void;
  /** @param waits whether staff must approve it first. */
  onSent: (waits: boolean) => void;
}

/** Uploads one photo with its credit. */
export function SubmitPhoto({ driveId, userId, onClose, onSent }: Props) {
  const [save, { isLoading, error }] = useSavePhotosMutation();
  const [share, setShare] = useState(0);
  const sending = useRef<ReturnType<typeof save> | null>(null);
  const cancel = () => {
    sending.current?.abort();
    onClose();
  };
  const submit = async (photo: NewPhoto) => {
    setShare(0);
    sending.current = save({ driveId, photos: [{ ...photo, uploadedBy: userId }], onProgress: setShare });
    const { data } = await sending.current;
    if (data !== undefined) onSent(data.some(({ pending, addedBy }) => pending && addedBy === userId));
  };
  return (
    <Dialog opened onClose={cancel} title={words.title}>
      <PhotoForm
        submit={words.submit}
        progress={isLoading ? share : null}
        error={error === undefined ? null : asCallError(error)}
        onSubmit={(photo) => void submit(photo)}
        onCancel={cancel}
      />
    </Dialog>
  );
}
