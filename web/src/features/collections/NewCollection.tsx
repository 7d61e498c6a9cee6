import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type FormEvent, useState } from 'react';
import { useCreateCollection } from '../../api/collections-api.js';
import { asCallError, reasonOf } from '../../api/error.js';
import { collectSettled } from '../../lib/store/marks-slice.js';
import { addToCollectionTexts as words } from '../../texts/add-to-collection.js';
import styles from './AddToCollection.module.css';
import { useOwnDispatch } from './use-own-dispatch.js';

/** Creates a collection with the drive. Keeps the name until it is created. */
export function NewCollection({ driveId }: { driveId: string }) {
  const dispatch = useOwnDispatch();
  const { create, isLoading } = useCreateCollection();
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const name = typed.trim();
    if (name === '') return setFault(words.nameMissing);
    setFault(null);
    const { data, error } = await create({ name, items: [{ driveId }] });
    const failure = error === undefined ? null : asCallError(error);
    if (failure === null) setTyped('');
    else setFault(`${words.notCreated} ${reasonOf(failure)}`);
    dispatch(collectSettled({ driveId, collection: { id: data?.id ?? null, name }, change: 'added', failure }));
  };
  return (
    <form className={styles.new} onSubmit={(event) => void submit(event)}>
      <TextInput
        label={words.nameLabel}
        placeholder={words.namePlaceholder}
        maxLength={LIMITS.collectionNameMax}
        autoComplete="off"
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setFault(null);
        }}
      />
      <Button type="submit" mih={44} aria-disabled={isLoading} data-busy={isLoading}>
        {words.create}
      </Button>
    </form>
  );
}
