import type { Collection, ListedCollection } from '@switchback/contracts/resources/collection';
import { useState } from 'react';
import type { CallError } from '../../api/error.js';
import { collectClosed, collectSettled, type CollectOutcome } from '../../lib/store/marks-slice.js';
import { upgradeAsked } from '../../lib/store/prompt-slice.js';
import { type Place, placeIn, withPlace } from './place-in.js';
import { useItemsChange } from './use-items-change.js';
import { useOwnDispatch } from './use-own-dispatch.js';

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

function drivesOf({ items }: Collection): ListedCollection['items'] {
  return items.flatMap(({ driveId, day }) => (driveId === null ? [] : [{ driveId, day }]));
}

/** Whether a drive is in a collection, and a function to change that, which prompts for an upgrade if needed. */
export function useMembership(listed: ListedCollection, driveId: string): Membership {
  const dispatch = useOwnDispatch();
  const changeItems = useItemsChange();
  const [stored, setStored] = useState(listed);
  const [choice, setChoice] = useState<{ place: Place; failure: CallError | null } | null>(null);
  // The list arrives again some time after the response to a change.
  const collection = stored._rev > listed._rev ? stored : listed;
  const known = placeIn(collection.items, driveId);
  const isBusy = choice !== null && choice.failure === null;
  const store = async (place: Place) => {
    setChoice({ place, failure: null });
    const { data, failure } = await changeItems(collection.id, ({ items }) => withPlace(items, driveId, place));
    if (data !== undefined) setStored({ ...data, items: drivesOf(data) });
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
