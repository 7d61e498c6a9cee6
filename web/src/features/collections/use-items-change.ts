import type { Collection, CollectionItem } from '@switchback/contracts/resources/collection';
import { useLazyCollectionQuery, useUpdateCollectionMutation } from '../../api/collections-api.js';
import { asCallError } from '../../api/error.js';

/** Returns the items after a change; null to leave them as they are. */
type Change = (collection: Collection) => CollectionItem[] | null;

/**
 * Returns a function that changes the items of a collection. It loads the collection first: the list has no notes, which a
 * save of the items must keep. If the collection changes in between, it repeats once.
 */
export function useItemsChange() {
  const [update] = useUpdateCollectionMutation();
  const [load] = useLazyCollectionQuery();
  const changeOnce = async (id: string, change: Change) => {
    const loaded = await load({ id });
    if (loaded.data === undefined) return { data: undefined, error: loaded.error };
    const items = change(loaded.data);
    if (items === null) return { data: loaded.data, error: undefined };
    return update({ id, collection: { items, _rev: loaded.data._rev } });
  };
  return async (id: string, change: Change) => {
    const first = await changeOnce(id, change);
    const isStale = first.error !== undefined && asCallError(first.error).type === 409;
    const { data, error } = isStale ? await changeOnce(id, change) : first;
    return { data, failure: error === undefined ? null : asCallError(error) };
  };
}
