import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import type { Privacy } from '@switchback/contracts/rules/drives';
import { useState } from 'react';
import { type CallError, reasonOf } from '../../../api/error.js';
import { upgradeAsked } from '../../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { publicationTexts as words } from '../../../texts/publication.js';
import type { CollectionRights } from './rights.js';

/** A change of the publication that its owner confirms first. */
export type AskedChange = 'ask' | 'unpublish' | 'edit';

interface Publication {
  /** Whether the owner has to confirm first that a change takes it offline. */
  isLocked: boolean;
  asking: AskedChange | null;
  outcome: string;
  ask: (change: AskedChange | null) => void;
  /** Performs a change from the menu; staff confirm none. */
  choose: (change: NonNullable<CollectionRights['publication']>) => void;
  set: (privacy: Privacy) => Promise<CallError | null>;
  confirm: (change: AskedChange) => Promise<CallError | null>;
}

/** The publication of a collection, and its changes by its owner and by staff. */
export function usePublication(
  collection: Collection,
  rights: CollectionRights,
  change: (form: CollectionForm) => Promise<CallError | null>,
): Publication {
  const dispatch = useAppDispatch();
  const [asking, ask] = useState<AskedChange | null>(null);
  const [outcome, setOutcome] = useState('');
  const [unlockedRev, setUnlockedRev] = useState<number | null>(null);
  const set = async (privacy: Privacy) => {
    const error = await change({ privacy });
    if (error?.upgrade === true) dispatch(upgradeAsked());
    // The notice of its review tells an owner that it waits.
    const done = privacy === 'private' ? words.privateNow : rights.publication === 'publish' ? words.published : '';
    setOutcome(error === null ? done : reasonOf(error));
    return error;
  };
  const confirm = async (confirmed: AskedChange) => {
    if (confirmed === 'edit') setUnlockedRev(collection._rev);
    const error = confirmed === 'edit' ? null : await set(confirmed === 'ask' ? 'public' : 'private');
    if (error === null) ask(null);
    return error;
  };
  const choose = (chosen: NonNullable<CollectionRights['publication']>) => {
    if (chosen === 'ask' || (chosen === 'unpublish' && rights.losesPublication)) ask(chosen);
    else void set(chosen === 'publish' ? 'public' : 'private');
  };
  const isLocked = rights.losesPublication && unlockedRev !== collection._rev;
  return { isLocked, asking, outcome, ask, choose, set, confirm };
}
