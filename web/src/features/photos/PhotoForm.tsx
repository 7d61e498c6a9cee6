import { Button, Checkbox, Progress, Textarea } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Progress.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { isWebUrl } from '@switchback/contracts/rules/web-url';
import { useRef, useState, type FormEvent } from 'react';
import { sentences, type CallError, type ErrorText } from '../../api/error.js';
import type { NewPhoto } from '../../api/photos-api.js';
import { texts } from '../../texts/en.js';
import { photoTexts } from '../../texts/photos.js';
import { CreditFields } from './CreditFields.js';
import { type ChosenPhoto, PhotoChooser, useChosenFile } from './PhotoChooser.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;
const EMPTY = { description: '', credit: { name: '', externalUrl: '', description: '' }, showPlace: false };

interface Props {
  /** Text of the submit button. */
  submit: string;
  /** A photo chosen earlier, to be changed. */
  before?: NewPhoto;
  /** Uploaded share, 0 to 1; null if no upload is running. */
  progress: number | null;
  error: CallError | null;
  onSubmit: (photo: NewPhoto) => void;
  onCancel: () => void;
}

/** A form for one photo and its credit. Its buttons stay in sight; a submission focuses the first wrong field. */
export function PhotoForm({ submit, before, progress, error, onSubmit, onCancel }: Props) {
  const chosen = useRef<ChosenPhoto>(null);
  const about = useRef<HTMLTextAreaElement>(null);
  const url = useRef<HTMLInputElement>(null);
  const { file, fault, choose } = useChosenFile(before?.file ?? null);
  const [entry, setEntry] = useState<Omit<NewPhoto, 'file'>>(before ?? EMPTY);
  const { description, credit, showPlace } = entry;
  const [isEdited, setEdited] = useState(false);
  // The first letters of a link are not a link yet: the error shows once the field is left.
  const [isUrlLeft, setUrlLeft] = useState(false);
  const [unsent, setUnsent] = useState<ErrorText | null>(null);
  const isBusy = progress !== null;
  const isTooLong = [...description].length > LIMITS.photoDescriptionMax;
  const isWrongUrl = credit.externalUrl !== '' && !isWebUrl(credit.externalUrl);
  const refusal = isBusy || unsent !== null ? null : error;
  const atPhoto = refusal?.fields?.['photos'];
  const atFoot = unsent ?? (atPhoto === undefined ? refusal : null);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setUrlLeft(true);
    const wrong = (isTooLong ? about : isWrongUrl ? url : null)?.current;
    if (wrong) return wrong.focus();
    const picture = await chosen.current?.file().catch(() => null);
    setUnsent(picture === null ? { title: '', message: words.unedited } : null);
    if (picture) onSubmit({ ...entry, file: picture, showPlace: showPlace && !isEdited });
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void send(event)}>
      <PhotoChooser
        ref={chosen}
        file={file}
        fault={fault ?? (atPhoto === undefined ? null : sentences(atPhoto))}
        disabled={isBusy}
        onChoose={choose}
        onEdited={setEdited}
      />
      <Textarea
        ref={about}
        label={words.about}
        description={words.aboutHelp}
        value={description}
        disabled={isBusy}
        error={isTooLong && words.aboutTooLong}
        onChange={({ currentTarget }) => setEntry({ ...entry, description: currentTarget.value })}
      />
      <CreditFields
        url={url}
        credit={credit}
        urlFault={isUrlLeft && isWrongUrl ? words.notUrl : null}
        disabled={isBusy}
        onChange={(changed) => setEntry({ ...entry, credit: changed })}
        onUrlLeft={() => setUrlLeft(true)}
      />
      <PlaceField
        isShown={showPlace}
        isEdited={isEdited}
        disabled={isBusy}
        onChange={(isShown) => setEntry({ ...entry, showPlace: isShown })}
      />
      <Foot
        submit={submit}
        progress={progress}
        fault={atFoot === null ? '' : sentences(atFoot)}
        disabled={file === null}
        onCancel={onCancel}
      />
    </form>
  );
}

interface PlaceProps {
  isShown: boolean;
  isEdited: boolean;
  disabled: boolean;
  onChange: (isShown: boolean) => void;
}

/** Asks whether to show where the photo was taken; an edited photo no longer contains it. */
function PlaceField({ isShown, isEdited, disabled, onChange }: PlaceProps) {
  return (
    <Checkbox
      label={words.place}
      description={isEdited ? words.placeGone : words.placeHelp}
      checked={isShown && !isEdited}
      disabled={disabled || isEdited}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

interface FootProps extends Pick<Props, 'submit' | 'progress' | 'onCancel'> {
  fault: string;
  disabled: boolean;
}

/** The buttons of the form, its progress and its error, always in sight. */
function Foot({ submit, progress, fault, disabled, onCancel }: FootProps) {
  return (
    <div className={styles.foot}>
      <UploadProgress share={progress} />
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      <div className={styles.actions}>
        <Button type="submit" disabled={disabled} loading={progress !== null}>
          {submit}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {texts.form.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Progress of an upload. */
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
