import { Button } from '@mantine/core';
import type { User } from '@switchback/contracts/resources/user';
import { useState } from 'react';
import { reasonOf } from '../../api/error.js';
import { sharingTexts } from '../../texts/sharing.js';
import { PeopleField } from './PeopleField.js';
import styles from './Sharing.module.css';

const words = sharingTexts;
const NOBODY: readonly string[] = [];

interface Props {
  user: User;
  /** Explains who can be chosen, and what for. */
  lead: string;
  /** IDs of the people with whom it is shared; undefined until they are loaded. */
  shared: readonly string[] | undefined;
  isSaving: boolean;
  /** Whether the last change was saved. */
  isSaved: boolean;
  /** Error of the last call, if it failed. */
  error: unknown;
  /** Called when the person edits the list: the outcome of the last change is no longer of interest. */
  onEdit: () => void;
  /** Saves the list; what was chosen stays if it fails. */
  onSave: (ids: string[]) => Promise<{ error?: unknown }>;
}

/** Lets an owner choose the Heroes who may see what is theirs, and saves the whole list. */
export function SharedPeople({ user, lead, shared, isSaving, isSaved, error, onEdit, onSave }: Props) {
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const picked = chosen ?? shared ?? NOBODY;
  const isChanged = chosen !== null && (chosen.length !== shared?.length || chosen.some((id) => !shared.includes(id)));
  const save = async () => {
    const { error: failure } = await onSave([...picked]);
    if (failure === undefined) setChosen(null);
  };
  return (
    <div className={styles.form}>
      <p className={styles.note}>{lead}</p>
      <PeopleField
        user={user}
        picked={picked}
        isLoading={shared === undefined}
        onChange={(ids) => {
          setChosen(ids);
          onEdit();
        }}
      />
      <p role="alert" className={styles.note}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button disabled={!isChanged} loading={isSaving} onClick={() => void save()}>
          {words.save}
        </Button>
        <span role="status">{isSaved && !isChanged ? words.saved : ''}</span>
      </div>
    </div>
  );
}
