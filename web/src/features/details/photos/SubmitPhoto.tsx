import { Button, Progress, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Progress.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type DragEvent } from 'react';
import { asCallError, sentences } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { texts } from '../../../texts/en.js';
import { photoTexts } from '../../../texts/photos.js';
import { useAddPhotoMutation } from './photo-endpoints.js';
import { ACCEPTED_FILES, photoFault } from './photo-file.js';
import styles from './Photos.module.css';

const words = photoTexts.form;
/** As the spec has it. */
const FAULT_MS = 5_000;
const URL_PATTERN = /^https?:\/\/\S+$/i;

interface Props {
  driveId: string;
  userId: string;
  onClose: () => void;
  /** @param waits that staff have to approve it first. */
  onSent: (waits: boolean) => void;
}

/** Sends one photo, with whom it is by. */
export function SubmitPhoto({ driveId, userId, onClose, onSent }: Props) {
  const { file, fault, choose } = useChosenFile();
  const [credit, setCredit] = useState({ name: '', externalUrl: '', description: '' });
  const [add, { isLoading, error }] = useAddPhotoMutation();
  const sending = useRef<ReturnType<typeof add> | null>(null);
  const wrongUrl = credit.externalUrl !== '' && !URL_PATTERN.test(credit.externalUrl);
  const cancel = () => {
    sending.current?.abort();
    onClose();
  };
  const submit = async () => {
    if (file === null) return;
    sending.current = add({ driveId, file, credit: { ...credit, uploadedBy: userId } });
    const { data } = await sending.current;
    if (data !== undefined) onSent(data.some(({ pending, addedBy }) => pending && addedBy === userId));
  };
  const field = (name: keyof typeof credit, maxLength: number) => ({
    ...{ value: credit[name], maxLength, disabled: isLoading },
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setCredit((known) => ({ ...known, [name]: value })),
  });
  return (
    <Dialog opened onClose={cancel} title={words.title}>
      <div className={styles.section}>
        {file === null ? <DropPlace onFile={choose} /> : <Preview file={file} onClear={() => choose(null)} />}
        <TextInput label={words.name} {...field('name', LIMITS.creditNameMax)} />
        <TextInput
          label={words.url}
          type="url"
          error={wrongUrl && words.notUrl}
          {...field('externalUrl', LIMITS.creditUrlMax)}
        />
        <Textarea label={words.description} {...field('description', LIMITS.creditDescriptionMax)} />
        {isLoading && <Progress value={100} animated aria-label={words.sending} />}
        <p role="alert" className={styles.fault}>
          {fault ?? (error === undefined || isLoading ? '' : sentences(asCallError(error)))}
        </p>
        <div className={styles.actions}>
          <Button disabled={file === null || wrongUrl} loading={isLoading} onClick={() => void submit()}>
            {words.submit}
          </Button>
          <Button variant="default" onClick={cancel}>
            {texts.form.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** What was chosen, dropped or pasted last; what is wrong with it goes away by itself. */
function useChosenFile() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = (chosen: File | null) => {
    const found = chosen && photoFault(chosen);
    setFault(found);
    if (found === null) setFile(chosen);
  };
  useEffect(() => {
    if (fault === null) return;
    const timer = setTimeout(() => setFault(null), FAULT_MS);
    return () => clearTimeout(timer);
  }, [fault]);
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files[0];
    if (pasted !== undefined) choose(pasted);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
  return { file, fault, choose };
}

function DropPlace({ onFile }: { onFile: (file: File | null) => void }) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    <label
      className={styles.drop}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span>{words.drop}</span>
      <span className={styles.note}>{words.formats}</span>
      <input
        type="file"
        accept={ACCEPTED_FILES}
        aria-label={words.choose}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

function Preview({ file, onClear }: { file: File; onClear: () => void }) {
  const [failed, setFailed] = useState(false);
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return (
    <div className={styles.preview}>
      {failed ? (
        <p className={styles.note}>{words.noPreview}</p>
      ) : (
        <img src={url} alt={words.preview} onError={() => setFailed(true)} />
      )}
      <Button variant="subtle" mih={44} onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}
