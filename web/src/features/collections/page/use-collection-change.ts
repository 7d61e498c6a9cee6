import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import { useEffect, useRef } from 'react';
import { useUpdateCollectionMutation } from '../../../api/collections-api.js';
import { asCallError, type CallError } from '../../../api/error.js';

export interface CollectionChange {
  /** The latest known state: the loaded one, or the outcome of a later change. */
  latest: Collection;
  isBusy: boolean;
  /** Changes the collection after the changes in progress. Returns the error if that fails. */
  change: (form: CollectionForm) => Promise<CallError | null>;
}

/** Changes a collection, one change at a time: each builds on the revision of the one before. */
export function useCollectionChange(loaded: Collection): CollectionChange {
  const [update, { data: changed, isLoading }] = useUpdateCollectionMutation();
  const latest = changed !== undefined && changed._rev > loaded._rev ? changed : loaded;
  const rev = useRef(latest._rev);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    rev.current = latest._rev;
  }, [latest._rev]);
  const send = async (form: CollectionForm) => {
    const { data, error } = await update({ id: loaded.id, collection: { ...form, _rev: rev.current } });
    if (data !== undefined) rev.current = data._rev;
    return error === undefined ? null : asCallError(error);
  };
  const change = (form: CollectionForm) => {
    const sent = queue.current.then(() => send(form));
    queue.current = sent;
    return sent;
  };
  return { latest, isBusy: isLoading, change };
}
