import { Button, MultiSelect } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { useEffect, useState } from 'react';
import { asCallError, sentences } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { sharingTexts } from '../../../texts/sharing.js';
import { texts } from '../../../texts/en.js';
import styles from '../DetailsPanel.module.css';
import { SecretLink } from './SecretLink.js';
import { useFindUsersQuery, useLazyUserSummaryQuery, useShareMutation, useSharesQuery } from './sharing-endpoints.js';

const words = sharingTexts;
const TYPING_MS = 100;

interface Props {
  driveId: string;
  userId: string;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
}

/** Lets the owner of a private drive choose the Heroes who may see it, and saves the whole list. */
export default function SharePrivateDialog({ driveId, userId, open, onClose, onClosed }: Props) {
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={words.title}
      // Discards earlier input, so that the dialog reopens empty.
      keepMounted={false}
    >
      <People driveId={driveId} userId={userId} />
      <SecretLink driveId={driveId} />
    </Dialog>
  );
}

function People({ driveId, userId }: Pick<Props, 'driveId' | 'userId'>) {
  const { data: shared, error: failure } = useSharesQuery({ driveId, userId }, { refetchOnMountOrArgChange: true });
  const [share, { isLoading, isSuccess, error, reset }] = useShareMutation();
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [typed, setTyped] = useState('');
  const names = useNames(shared ?? []);
  const text = useDebounced(typed.trim(), TYPING_MS);
  const { currentData: found = [], isFetching } = useFindUsersQuery(text, { skip: text === '' });
  const picked = chosen ?? shared ?? [];
  const offered = found.filter(({ value }) => value !== userId && !picked.includes(value));
  const known = new Map([...names, ...found.map(({ value, label }) => [value, label] as const)]);
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(new Map());
  const labelOf = (id: string) => known.get(id) ?? held.get(id) ?? words.unknown;
  const isChanged = chosen !== null && (chosen.length !== shared?.length || chosen.some((id) => !shared.includes(id)));
  const change = (ids: string[]) => {
    setHeld(new Map([...held, ...ids.map((id) => [id, labelOf(id)] as const)]));
    setChosen(ids);
    setTyped('');
    reset();
  };
  const refusal = error ?? failure;
  return (
    <div className={styles.form}>
      <p className={styles.note}>{words.lead}</p>
      <MultiSelect
        data-autofocus
        label={words.people}
        placeholder={words.placeholder}
        data={[...picked.map((id) => ({ value: id, label: labelOf(id) })), ...offered]}
        value={[...picked]}
        onChange={change}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        filter={({ options }) => options}
        hidePickedOptions
        maxValues={LIMITS.sharesMax}
        disabled={shared === undefined}
        nothingFoundMessage={text === '' ? undefined : isFetching ? texts.loading : words.nobody}
        comboboxProps={{ withinPortal: true }}
      />
      <p role="alert" className={styles.note}>
        {refusal === undefined ? '' : sentences(asCallError(refusal))}
      </p>
      <div className={styles.actions}>
        <Button
          disabled={!isChanged}
          loading={isLoading}
          onClick={() => void share({ driveId, userId, users: [...picked] }).then(() => setChosen(null))}
        >
          {words.save}
        </Button>
        <span role="status">{isSuccess && !isChanged ? words.saved : ''}</span>
      </div>
    </div>
  );
}

/** Returns usernames by ID, as they load. */
function useNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [ask] = useLazyUserSummaryQuery();
  const key = ids.join();
  useEffect(() => {
    for (const id of key === '' ? [] : key.split(',')) {
      void ask(id, true).then(({ data }) => {
        if (data !== undefined) setNames((known) => new Map([...known, [id, data.username]]));
      });
    }
  }, [ask, key]);
  return names;
}
