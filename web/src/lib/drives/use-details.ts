import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.js';
import { useAppDispatch } from '../store/store.js';

interface Loaded {
  key: string;
  /** By id. */
  drives: ReadonlyMap<string, DriveDetails>;
  /** Error of a drive that cannot be loaded. */
  error: unknown;
}

/** Loads drives with their lines; null until all have loaded or failed. */
export function useDetails(ids: readonly string[]): Loaded | null {
  const dispatch = useAppDispatch();
  const key = [...new Set(ids)].toSorted().join();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let isLive = true;
    const calls = key
      .split(',')
      .filter((id) => id !== '')
      .map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false })));
    void Promise.all(calls).then((answers) => {
      const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
      if (isLive) setLoaded({ key, drives, error: answers.find(({ error }) => error !== undefined)?.error });
    });
    return () => {
      isLive = false;
    };
  }, [key, dispatch]);
  return loaded?.key === key ? loaded : null;
}
