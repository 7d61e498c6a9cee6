import { MultiSelect } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/ScrollArea.css';
import type { User } from '@switchback/contracts/resources/user';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { type KeyboardEvent, useState } from 'react';
import { useDebounced } from '../../lib/page/use-debounced.js';
import { sharingTexts } from '../../texts/sharing.js';
import { texts } from '../../texts/en.js';
import { useFindUsersQuery } from './people-endpoints.js';
import styles from './Sharing.module.css';
import { knownPeople, type Person, usePeople } from './use-people.js';

const words = sharingTexts;
const TYPING_MS = 100;

interface Props {
  user: User;
  /** IDs of the chosen people. */
  picked: readonly string[];
  /** True while the chosen people are unknown. */
  isLoading: boolean;
  onChange: (ids: readonly string[]) => void;
}

/** Searches people by name; before anything is typed, offers those with whom the user shares other drives. */
export function PeopleField({ user, picked, isLoading, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const known = knownPeople(user, picked);
  const people = usePeople([...picked, ...known]);
  const { text, found, isFetching } = useFoundPeople(typed);
  const held = useHeldNames(found);
  const nameOf = (id: string) => people.get(id)?.username ?? held.get(id);
  const choices =
    text === ''
      ? known.flatMap((id) => optionOf(id, people.get(id)))
      : found.filter(({ value }) => value !== user.id && !picked.includes(value));
  // A choice replaces the whole list, so that it waits for it; the text does not.
  const offered = isLoading ? [] : choices;
  const unableToOpen = picked.some((id) => people.get(id)?.accountType === 'free');
  const change = (ids: readonly string[], text = '') => {
    onChange(ids);
    setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = picked.at(-1);
    if (event.key === 'Escape') setTyped('');
    else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
      event.preventDefault();
      change(picked.slice(0, -1), nameOf(last));
      setOpen(true);
    }
  };
  return (
    <>
      <MultiSelect
        data-autofocus
        label={words.people}
        placeholder={words.placeholder}
        data={[
          ...picked.map((id) => ({ value: id, label: chipOf(people.get(id), nameOf(id)) })),
          ...(text === '' ? [{ group: words.known, items: offered }] : offered),
        ]}
        value={[...picked]}
        onChange={change}
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        onKeyDown={onKeyDown}
        // An empty list would take the Escape that closes the dialog.
        dropdownOpened={isOpen && (text !== '' || offered.length > 0)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        filter={({ options }) => options}
        hidePickedOptions
        maxValues={LIMITS.sharesMax}
        nothingFoundMessage={text === '' ? undefined : isLoading || isFetching ? texts.loading : words.nobody}
        comboboxProps={{ withinPortal: true }}
        classNames={{ option: styles.person ?? '' }}
      />
      {unableToOpen && <p className={styles.note}>{words.withoutHeroNote}</p>}
    </>
  );
}

/** Offers a person only while they are known to have a Hero account. */
function optionOf(id: string, person: Person | undefined) {
  return !person || person.accountType === 'free' ? [] : [{ value: id, label: person.username }];
}

/** Text of a chosen person's chip. */
function chipOf(person: Person | undefined, name: string | undefined): string {
  if (name === undefined) return person === null ? words.unknown : texts.loading;
  return person?.accountType === 'free' ? words.withoutHero(name) : name;
}

/** Keeps people found for an earlier text while they match the next one, so that a marked option stays in place. */
function useFoundPeople(typed: string) {
  const text = useDebounced(typed.trim(), TYPING_MS);
  const { currentData, data = [], isFetching } = useFindUsersQuery(text, { skip: text === '' });
  const matches = ({ label }: { label: string }) => label.toLowerCase().includes(text.toLowerCase());
  return { text, found: currentData ?? data.filter(matches), isFetching };
}

/** Returns the names of all people found so far, by ID: a chosen one stays known when the next text is searched. */
function useHeldNames(found: readonly { value: string; label: string }[]): ReadonlyMap<string, string> {
  const [held, setHeld] = useState<ReadonlyMap<string, string>>(new Map());
  if (found.some(({ value }) => !held.has(value)))
    setHeld(new Map([...held, ...found.map(({ value, label }) => [value, label] as const)]));
  return held;
}
