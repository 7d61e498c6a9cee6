import { useCallback } from 'react';
import { draftKept } from '../store/drafts-slice.js';
import { useAppDispatch, useAppSelector } from '../store/store.js';

/** @returns the draft stored under the key, and a function to replace it; null deletes it. */
export function useDraft<T extends object>(key: string): [kept: T | undefined, keep: (draft: T | null) => void] {
  const dispatch = useAppDispatch();
  const kept = useAppSelector(({ drafts }) => drafts[key] as T | undefined);
  const keep = useCallback((draft: T | null) => void dispatch(draftKept({ key, draft })), [dispatch, key]);
  return [kept, keep];
}
