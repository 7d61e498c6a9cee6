import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.js';
import { asCallError } from '../../api/error.js';
import { type AppDispatch, useAppDispatch } from '../store/store.js';

export interface LoadedDetails {
  /** By id. */
  drives: ReadonlyMap<string, DriveDetails>;
  /** Error of a drive that could not be loaded, though the person may see it; undefined if there is none. */
  error: unknown;
}

/** Statuses of a drive that was deleted or that the person may not see. */
const HIDDEN = [403, 404];

/** Loads drives with their lines, without those that the person may not see; null until all have loaded or failed. */
export function useDetails(ids: readonly string[]): LoadedDetails | null {
  const dispatch = useAppDispatch();
  const key = [...new Set(ids)].toSorted().join();
  const [loaded, setLoaded] = useState<(LoadedDetails & { key: string }) | null>(null);
  useEffect(() => {
    let isLive = true;
    const all = key.split(',').filter((id) => id !== '');
    void loadDetails(dispatch, all).then((details) => isLive && setLoaded({ key, ...details }));
    return () => {
      isLive = false;
    };
  }, [key, dispatch]);
  return loaded?.key === key ? loaded : null;
}

/** Loads drives with their lines, without those that the person may not see. */
export async function loadDetails(dispatch: AppDispatch, ids: readonly string[]): Promise<LoadedDetails> {
  const answers = await Promise.all(
    ids.map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false }))),
  );
  const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
  const failed = answers.find(({ error }) => error !== undefined && !HIDDEN.includes(asCallError(error).type));
  return { drives, error: failed?.error };
}
