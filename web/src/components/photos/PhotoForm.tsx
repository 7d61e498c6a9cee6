import { Button, Checkbox, Progress, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Progress.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { isWebUrl } from '@switchback/contracts/rules/web-url';
import { useState } from 'react';
import { sentences, type ErrorText } from '../../api/error.js';
import type { NewPhoto, PhotoCredit } from '../../api/photos-api.js';
import { texts } from '../../texts/en.js';
import { photoTexts } from '../../texts/photos.js';
import { PhotoChooser, useChosenFile } from './PhotoChooser.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;

interface Props {
  /** Text of the submit button. */
  submit: string;
  /** Uploaded share, 0 to 1; null if no upload is running. */
  progress: number | null;
  error: ErrorText | null;
  onSubmit: (photo: NewPhoto) => void;
  onCancel: () => void;
}

/** A form for one photo and its credit. */
export function PhotoForm({ submit, progress, error, onSubmit, onCancel }: Props) {
  const { file, fault, choose } = useChosenFile();
  const [description, setDescription] = useState('');
  const [credit, setCredit] = useState<PhotoCredit>({ name: '', externalUrl: '', description: '' });
  const [showPlace, setShowPlace] = useState(false);
  const wrongUrl = credit.externalUrl !== '' && !isWebUrl(credit.externalUrl);
  const isTooLong = [...description].length > LIMITS.photoDescriptionMax;
  const isBusy = progress !== null;
  const field = (name: keyof PhotoCredit, maxLength: number) => ({
    value: credit[name],
    maxLength,
    disabled: isBusy,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setCredit((known) => ({ ...known, [name]: value })),
  });
  return (
    <div className={styles.form}>
      <PhotoChooser file={file} onChoose={choose} />
      <Textarea
        label={words.about}
        description={words.aboutHelp}
        value={description}
        disabled={isBusy}
        error={isTooLong && words.aboutTooLong}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <TextInput label={words.name} {...field('name', LIMITS.creditNameMax)} />
      <TextInput
        label={words.url}
        type="url"
        error={wrongUrl && words.notUrl}
        {...field('externalUrl', LIMITS.creditUrlMax)}
      />
      <Textarea label={words.description} {...field('description', LIMITS.creditDescriptionMax)} />
      <Checkbox
        label={words.place}
        description={words.placeHelp}
        checked={showPlace}
        disabled={isBusy}
        onChange={({ currentTarget }) => setShowPlace(currentTarget.checked)}
      />
      <UploadProgress share={progress} />
      <p role="alert" className={styles.fault}>
        {fault ?? (error === null || isBusy ? '' : sentences(error))}
      </p>
      <div className={styles.actions}>
        <Button
          disabled={file === null || wrongUrl || isTooLong}
          loading={isBusy}
          onClick={() => file !== null && onSubmit({ file, description, credit, showPlace })}
        >
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.form.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Progress of an upload; reserves its space beforehand. */
export function UploadProgress({ share }: { share: number | null }) {
  const isSent = share === 1;
  return (
    <div className={styles.progress}>
      {share !== null && (
        <>
          <Progress value={share * 100} animated={isSent} aria-label={words.sending} />
          <p>{isSent ? words.processing : words.share(Math.floor(share * 100))}</p>
        </>
      )}
    </div>
  );
}
