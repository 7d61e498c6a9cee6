import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState, type DragEvent } from 'react';
import { asCallError, sentences } from '../../api/error.js';
import { useConvertPhotoMutation } from '../../api/photos-api.js';
import { photoTexts } from '../../texts/photos.js';
import { ACCEPTED_FILES, photoFault } from './photo-file.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;
/** From the spec. */
const FAULT_MS = 5_000;

interface Props {
  file: File | null;
  onChoose: (file: File | null) => void;
}

/** Accepts a photo by drop or choice, and previews it. */
export function PhotoChooser({ file, onChoose }: Props) {
  return file === null ? (
    <DropPlace onFile={onChoose} />
  ) : (
    <Preview key={file.name + file.size} file={file} onClear={() => onChoose(null)} />
  );
}

/** The last chosen, dropped or pasted file; its error disappears by itself. */
export function useChosenFile() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const choose = async (chosen: File | null) => {
    const found = chosen && (await photoFault(chosen));
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
    if (pasted !== undefined) void choose(pasted);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event);
    addEventListener('paste', listen);
    return () => removeEventListener('paste', listen);
  }, []);
  return { file, fault, choose: (chosen: File | null) => void choose(chosen) };
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
  const { url, isConverting, error, convert } = usePreview(file);
  return (
    <div className={styles.preview}>
      {url !== null && <img src={url} alt={words.preview} onError={convert} />}
      <p role="status" className={styles.note}>
        {isConverting ? words.converting : ''}
      </p>
      {error !== null && <p className={styles.note}>{`${sentences(error)} ${words.noPreview}`}</p>}
      <Button variant="subtle" mih={44} onClick={onClear}>
        {words.clear}
      </Button>
    </div>
  );
}

/** A preview of the file from this browser, or converted by the server if the browser cannot show it. */
function usePreview(file: File) {
  const own = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(own), [own]);
  const [failed, setFailed] = useState(false);
  const [convert, { data, error, isLoading }] = useConvertPhotoMutation();
  useEffect(() => {
    if (data === undefined) return undefined;
    return () => URL.revokeObjectURL(data);
  }, [data]);
  return {
    url: failed ? (data ?? null) : own,
    isConverting: isLoading,
    error: error === undefined ? null : asCallError(error),
    convert: () => {
      if (failed) return;
      setFailed(true);
      void convert(file);
    },
  };
}
