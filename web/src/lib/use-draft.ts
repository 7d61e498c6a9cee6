import { useCallback } from 'react';
import { draftKept } from './drafts-slice.js';
import { useAppDispatch, useAppSelector } from './store.js';

/** @returns what was kept under the key, and how to keep something else; null keeps nothing. */
export function useDraft<T extends object>(key: string): [kept: T | undefined, keep: (draft: T | null) => void] {
  const dispatch = useAppDispatch();
  const kept = useAppSelector(({ drafts }) => drafts[key] as T | undefined);
  const keep = useCallback((draft: T | null) => void dispatch(draftKept({ key, draft })), [dispatch, key]);
  return [kept, keep];
}
