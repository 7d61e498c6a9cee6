import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ChangeRequestField, ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { ReactNode } from 'react';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';

const words = editorTexts;

export interface Requests {
  /** Change requests from staff, by field; in review mode, the text being written. */
  words: Readonly<Partial<Record<ChangeRequestKey, string>>>;
  /** Set only in review mode. */
  onChange?: (field: ChangeRequestKey, text: string) => void;
}

interface Props {
  field: ChangeRequestKey;
  requests: Requests;
  /** Replaces the field's own name if that is not specific enough. */
  label?: string;
}

/** Change request for one field: read-only for the owner, editable for staff. */
export function Request({ field, requests, label }: Props): ReactNode {
  const { words: texts, onChange } = requests;
  const text = texts[field] ?? '';
  if (onChange === undefined) {
    if (text === '') return null;
    return (
      <p className={styles.request}>
        <strong>{words.requestedAt}:</strong> {text}
      </p>
    );
  }
  return (
    <Textarea
      className={styles.request ?? ''}
      label={label ?? words.requestField(words.fields[field as ChangeRequestField])}
      value={text}
      maxLength={LIMITS.changeRequestFieldMax}
      autosize
      minRows={1}
      onChange={({ currentTarget }) => onChange(field, currentTarget.value)}
    />
  );
}
