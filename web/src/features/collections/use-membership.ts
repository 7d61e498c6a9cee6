import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { useState } from 'react';
import { useLazyCollectionQuery, useUpdateCollectionMutation } from '../../api/collections-api.js';
import { asCallError, type CallError } from '../../api/error.js';
import { collectClosed, collectSettled, type CollectOutcome } from '../../lib/store/marks-slice.js';
import { upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { type Place, placeIn, withPlace } from './place-in.js';

interface Membership {
  /** The latest version known here. */
  collection: ListedCollection;
  /** As last chosen, also while it is not stored. */
  place: Place;
  isBusy: boolean;
  /** Why the last choice is not stored. */
  failure: CallError | null;
  /** Stores the place of the drive. No-op while another choice is being stored. */
  choose: (place: Place) => void;
}

/** Whether a drive is in a collection, and a function to change that, which prompts for an upgrade if needed. */
export function useMembership(listed: ListedCollection, driveId: string): Membership {
  const dispatch = useAppDispatch();
  const placeItems = usePlacedItems();
  const [stored, setStored] = useState(listed);
  const [choice, setChoice] = useState<{ place: Place; failure: CallError | null } | null>(null);
  // The list arrives again some time after the response to a change.
  const collection = stored._rev > listed._rev ? stored : listed;
  const known = placeIn(collection.items, driveId);
  const isBusy = choice !== null && choice.failure === null;
  const store = async (place: Place) => {
    setChoice({ place, failure: null });
    const { data, failure } = await placeItems(collection.id, driveId, place);
    if (data !== undefined) setStored(data);
    setChoice(failure === null ? null : { place, failure });
    if (failure?.upgrade === true) {
      dispatch(collectClosed());
      dispatch(upgradeAsked({ collect: 'drive', driveId }));
    } else {
      const { id, name } = data ?? collection;
      dispatch(collectSettled({ driveId, collection: { id, name }, change: changeOf(known, place), failure }));
    }
  };
  return {
    collection,
    place: choice === null ? known : choice.place,
    isBusy,
    failure: choice?.failure ?? null,
    choose: (place) => {
      if (!isBusy) void store(place);
    },
  };
}

function changeOf(before: Place, after: Place): CollectOutcome['change'] {
  if (after === null) return 'removed';
  return before === null ? 'added' : 'moved';
}

/**
 * Returns a function that stores the place of a drive. It loads the collection first: the list has no notes, which a save
 * of the items must keep. If the collection changes in between, it repeats once.
 */
function usePlacedItems() {
  const [update] = useUpdateCollectionMutation();
  const [load] = useLazyCollectionQuery();
  const placeOnce = async (id: string, driveId: string, place: Place) => {
    const loaded = await load({ id });
    if (loaded.data === undefined) return { data: undefined, error: loaded.error };
    const { items, _rev } = loaded.data;
    return update({ id, collection: { items: withPlace(items, driveId, place), _rev } });
  };
  return async (id: string, driveId: string, place: Place) => {
    const first = await placeOnce(id, driveId, place);
    const isStale = first.error !== undefined && asCallError(first.error).type === 409;
    const { data, error } = isStale ? await placeOnce(id, driveId, place) : first;
    return { data, failure: error === undefined ? null : asCallError(error) };
  };
}
