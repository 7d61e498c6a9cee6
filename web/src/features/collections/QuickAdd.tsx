import { useEffect, useEffectEvent } from 'react';
import {
  type Addition,
  additionEnded,
  collectAsked,
  collectSettled,
  type CollectOutcome,
} from '../../lib/store/marks-slice.js';
import { losesPublication } from '../../lib/collections/publication.js';
import { useUser } from '../../lib/people/use-user.js';
import { upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppSelector } from '../../lib/store/store.js';
import { collectionLost } from '../../lib/store/used-collection-slice.js';
import { placeIn, withPlace } from './place-in.js';
import { useItemsChange } from './use-items-change.js';
import { useOwnDispatch } from './use-own-dispatch.js';

/**
 * Adds drives to the last used collection, one after the other; offers all collections if that one is gone, or if the
 * addition would take it offline.
 */
export function QuickAdd() {
  const dispatch = useOwnDispatch();
  const next = useAppSelector(({ marks }) => marks.adding[0]);
  const user = useUser();
  const changeItems = useItemsChange();
  const add = useEffectEvent(async ({ driveId, collection: { id, name } }: Addition) => {
    let change: CollectOutcome['change'] = 'unchanged';
    const { data, failure } = await changeItems(id, (collection) => {
      if (placeIn(collection.items, driveId) !== null || losesPublication(collection, user)) return null;
      change = 'added';
      return withPlace(collection.items, driveId, { day: null });
    });
    const isPublished = data !== undefined && placeIn(data.items, driveId) === null;
    dispatch(additionEnded(driveId));
    if (failure?.type === 404 || isPublished) {
      dispatch(collectionLost(id));
      dispatch(collectAsked(driveId));
    } else if (failure?.upgrade === true) dispatch(upgradeAsked({ collect: 'drive', driveId }));
    else dispatch(collectSettled({ driveId, collection: { id, name: data?.name ?? name }, change, failure }));
  });
  useEffect(() => {
    if (next !== undefined) void add(next);
  }, [next]);
  return null;
}
