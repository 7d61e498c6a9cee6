import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ErrorText } from '../../api/error.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { deleteDraftPhotos, hasDraft } from '../store/editor-drafts.js';
import { type Draft, readDraft, writeDraft } from './draft.js';

const words = fromHereTexts.make;

export interface DraftOpening {
  /** Key of the item that is being opened. */
  busyKey: string | null;
  /** Set while the person decides whether to replace their draft. */
  question: { confirm: () => void; cancel: () => void } | null;
  failure: ErrorText | null;
}

interface Source<Item> {
  keyOf: (item: Item) => string;
  /** Makes the draft of an item, or says why it cannot. */
  draftOf: (item: Item) => Promise<Draft | ErrorText>;
}

/**
 * Writes the draft of an item and opens the editor, unless the person keeps the draft that is there, or does something
 * else meanwhile: leaves the page, opens another item, changes the subject, logs out.
 */
export function useDraftOpening<Item>(subject: string, { keyOf, draftOf }: Source<Item>) {
  const navigate = useNavigate();
  const [busyKey, setBusyKey] = useState<string | null>(null);
  const [waiting, ask] = useState<[item: Item, user: User] | null>(null);
  const [failure, setFailure] = useState<ErrorText | null>(null);
  const begin = useLatest(subject, () => {
    setBusyKey(null);
    ask(null);
  });
  const open = async (item: Item, user: User) => {
    const isWanted = begin();
    const mustAsk = await hasDraft(user.id, null);
    if (!isWanted()) return;
    if (mustAsk) ask([item, user]);
    else await replace(item, user);
  };
  const replace = async (item: Item, user: User) => {
    const isWanted = begin();
    ask(null);
    setFailure(null);
    setBusyKey(keyOf(item));
    const made = await draftOf(item);
    if (!isWanted()) return;
    setBusyKey(null);
    if (!('fields' in made && 'route' in made)) return setFailure(made);
    await deleteDraftPhotos(user.id, null);
    writeDraft(user.id, null, { ...made, isFromPlan: true });
    if (!isWanted()) return;
    if (readDraft(user.id, null) === null) setFailure({ title: words.failed, message: words.notStored });
    else await navigate('/create');
  };
  const question = waiting && { confirm: () => void replace(...waiting), cancel: () => ask(null) };
  return { open, busyKey, question, failure };
}

/**
 * Tells whether work that takes a while is still wanted: no later work began, the subject is the same, and the page is
 * still open.
 * @param onChange runs if the subject changes
 * @returns starts work, and returns the question whether it is still wanted
 */
function useLatest(subject: string, onChange: () => void): () => () => boolean {
  const number = useRef(0);
  const changed = useEffectEvent(onChange);
  useEffect(
    () => () => {
      number.current += 1;
      changed();
    },
    [subject],
  );
  return () => {
    number.current += 1;
    const mine = number.current;
    return () => number.current === mine;
  };
}
