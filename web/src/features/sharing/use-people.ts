import type { User, UserSummary } from '@switchback/contracts/resources/user';
import { useEffect, useState } from 'react';
import { useLazyUserSummaryQuery } from './people-endpoints.js';

/** Maximum number of people offered before anything is typed; each takes a request. */
const KNOWN_MAX = 8;

/** A person in the list: null if the account no longer exists. */
export type Person = Pick<UserSummary, 'username' | 'accountType'> | null;

/** Returns people by ID, as they load. */
export function usePeople(ids: readonly string[]): ReadonlyMap<string, Person> {
  const [people, setPeople] = useState<ReadonlyMap<string, Person>>(new Map());
  const [ask] = useLazyUserSummaryQuery();
  const key = ids.join();
  useEffect(() => {
    for (const id of key === '' ? [] : key.split(',')) {
      void ask(id, true).then(({ data }) => setPeople((known) => new Map([...known, [id, data ?? null]])));
    }
  }, [ask, key]);
  return people;
}

/** Returns people with whom the owner shares other drives, those of the newest drive first. */
export function knownPeople({ sharingDrives }: Pick<User, 'sharingDrives'>, picked: readonly string[]): string[] {
  const all = new Set(sharingDrives.flatMap(({ users }) => users.toReversed()));
  return [...all].filter((id) => !picked.includes(id)).slice(0, KNOWN_MAX);
}
