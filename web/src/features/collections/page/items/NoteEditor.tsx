import { Button, Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { IconPencil } from '../../../../components/page-icons.js';
import { numberText } from '../../../../lib/text/units.js';
import { texts } from '../../../../texts/en.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';

const words = tripTexts.note;
/** Fewer characters left than this are counted. */
const COUNTED_BELOW = 100;

interface Props {
  /** Title of the drive. */
  title: string;
  note: string;
  /** No change is being saved. */
  isSaved: boolean;
  /** Number of saves that failed so far. */
  failures: number;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  onSave: (note: string) => void;
}

/** The note on a drive, edited in place. Opens again with its text if the save fails. */
export function NoteEditor({ title, note, isSaved, failures, isOpen, onOpen, onSave }: Props) {
  const [saving, setSaving] = useState<{ text: string; failures: number } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const hasFailed = saving !== null && failures > saving.failures;
  if (saving !== null && isSaved && !hasFailed) setSaving(null);
  const isShown = isOpen || hasFailed;
  const wasShown = useRef(isShown);
  useEffect(() => {
    if (wasShown.current && !isShown) opener.current?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  if (isShown) {
    const close = () => {
      setSaving(null);
      onOpen(false);
    };
    const save = (draft: string) => {
      close();
      if (draft === note) return;
      setSaving({ text: draft, failures });
      onSave(draft);
    };
    return <NoteForm title={title} start={saving?.text ?? note} onCancel={close} onSave={save} />;
  }
  const label = note === '' ? words.add : words.edit;
  return (
    <div className={styles.note} data-empty={note === ''}>
      {note !== '' && <p>{note}</p>}
      <button
        type="button"
        ref={opener}
        className={styles.noteButton}
        aria-label={words.on(label, title)}
        onClick={() => onOpen(true)}
      >
        <IconPencil size={16} />
        {label}
      </button>
    </div>
  );
}

interface FormProps {
  title: string;
  /** Text to start with. */
  start: string;
  onCancel: () => void;
  onSave: (note: string) => void;
}

function NoteForm({ title, start, onCancel, onSave }: FormProps) {
  const [draft, setDraft] = useState(start);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const left = LIMITS.collectionNoteMax - draft.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(draft.trim());
  };
  return (
    <form className={styles.noteForm} onSubmit={submit}>
      <Textarea
        ref={field}
        aria-label={words.label(title)}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LIMITS.collectionNoteMax}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(left < COUNTED_BELOW && { description: words.left(numberText(left)) })}
      />
      <div className={styles.actions}>
        <Button type="submit" size="sm" mih={44}>
          {texts.form.save}
        </Button>
        <Button variant="default" size="sm" mih={44} onClick={onCancel}>
          {texts.form.cancel}
        </Button>
      </div>
    </form>
  );
}
