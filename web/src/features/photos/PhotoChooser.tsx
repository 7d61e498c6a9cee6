import { Button } from '@mantine/core';
import {
  type DragEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useMemo,
  useState,
} from 'react';
import { asCallError, sentences } from '../../api/error.js';
import { useConvertPhotoMutation } from '../../api/photos-api.js';
import { photoTexts } from '../../texts/photos.js';
import { editedFile, isEdited, type PhotoEdit, UNEDITED } from './photo-edit.js';
import { ACCEPTED_FILES, photoFault } from './photo-file.js';
import { PhotoEditor } from './PhotoEditor.js';
import styles from './PhotoForm.module.css';

const words = photoTexts.form;
/** From the spec. */
const FAULT_MS = 5_000;

/** The chosen photo as it will be sent. */
export interface ChosenPhoto {
  /** Draws the edits; returns the file itself if there are none. */
  file: () => Promise<File>;
}

interface Props {
  ref: Ref<ChosenPhoto>;
  file: File | null;
  fault: string | null;
  disabled: boolean;
  onChoose: (file: File | null) => void;
  onEdited: (isEdited: boolean) => void;
}

/** Accepts a photo by drop or choice; previews it, and lets the person turn and crop it. */
export function PhotoChooser({ ref, file, fault, disabled, onChoose, onEdited }: Props) {
  const id = useId();
  const clear = () => {
    onEdited(false);
    onChoose(null);
  };
  return (
    <div className={styles.chooser}>
      {file === null ? (
        <DropPlace describedBy={id} isWrong={fault !== null} onFile={onChoose} />
      ) : (
        <Preview
          key={`${file.name} ${file.size} ${file.lastModified}`}
          ref={ref}
          file={file}
          disabled={disabled}
          onClear={clear}
          onEdited={onEdited}
        />
      )}
      <p id={id} role="alert" className={styles.fault}>
        {fault}
      </p>
    </div>
  );
}

/** The last chosen, dropped or pasted file; its error disappears by itself. */
export function useChosenFile(before: File | null) {
  const [file, setFile] = useState(before);
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

interface DropProps {
  describedBy: string;
  isWrong: boolean;
  onFile: (file: File | null) => void;
}

function DropPlace({ describedBy, isWrong, onFile }: DropProps) {
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
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
      />
    </label>
  );
}

interface PreviewProps extends Pick<Props, 'ref' | 'disabled' | 'onEdited'> {
  file: File;
  onClear: () => void;
}

function Preview({ ref, file, disabled, onClear, onEdited }: PreviewProps) {
  const { url, isConverting, error, convert } = usePreview(file);
  const [edit, setEdit] = useState(UNEDITED);
  const change = (next: PhotoEdit) => {
    setEdit(next);
    onEdited(isEdited(next));
  };
  useImperativeHandle(ref, () => ({
    file: async () => (url !== null && isEdited(edit) ? editedFile(url, file.name, edit) : file),
  }));
  return (
    <div className={styles.preview}>
      {url !== null && <PhotoEditor url={url} edit={edit} disabled={disabled} onEdit={change} onFailure={convert} />}
      <p role="status" className={styles.note}>
        {isConverting ? words.converting : ''}
      </p>
      {error !== null && <p className={styles.note}>{`${sentences(error)} ${words.noPreview}`}</p>}
      <Button variant="subtle" mih={44} disabled={disabled} onClick={onClear}>
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
