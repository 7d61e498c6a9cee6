import { Textarea } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import type { ChangeRequestField, ChangeRequestKey } from '@switchback/contracts/rules/authoring';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { ReactNode } from 'react';
import { editorTexts } from '../../texts/editor.js';
import styles from './Editor.module.css';

const words = editorTexts;

export interface Requests {
  /** What staff wrote, by field; in review mode what is being written. */
  words: Readonly<Partial<Record<ChangeRequestKey, string>>>;
  /** In review mode alone. */
  onChange?: (field: ChangeRequestKey, text: string) => void;
}

interface Props {
  field: ChangeRequestKey;
  requests: Requests;
  /** Where the field's own name does not say enough. */
  label?: string;
}

/** The staff's word at a field: to read for the owner, to write for the staff. */
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
