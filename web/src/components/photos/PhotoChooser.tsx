import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState, type DragEvent } from 'react';
import { photoTexts } from '../../texts/photos.js';
import { ACCEPTED_FILES, photoFault } from './photo-file.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;
/** As the spec has it. */
const FAULT_MS = 5_000;

interface Props {
  file: File | null;
  onChoose: (file: File | null) => void;
}

/** Takes a photo that is dropped or chosen, and shows it. */
export function PhotoChooser({ file, onChoose }: Props) {
  return file === null ? <DropPlace onFile={onChoose} /> : <Preview file={file} onClear={() => onChoose(null)} />;
}

/** What was chosen, dropped or pasted last; what is wrong with it goes away by itself. */
export function useChosenFile() {
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
