import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded, sessionStarted } from '../../session/session-slice.js';
import { readStored } from '../../session/storage.js';
import { collectSettled, type UsedCollection } from './marks-slice.js';

export const USED_COLLECTION_KEY = 'switchback.collection';

/** Restores the collection of an earlier visit; anything unexpected in the storage counts as none. */
function restoreUsed(): { last: UsedCollection | null } {
  const { id, name } = (readStored(USED_COLLECTION_KEY) ?? {}) as Partial<UsedCollection>;
  return { last: typeof id === 'string' && typeof name === 'string' ? { id, name } : null };
}

function forget(state: { last: UsedCollection | null }): void {
  state.last = null;
}

/** The last used collection in this browser: one press adds further drives to it. */
export const usedCollectionSlice = createSlice({
  name: 'usedCollection',
  initialState: restoreUsed,
  reducers: {
    /** It was deleted, or is not the person's any more. */
    collectionLost(state, { payload }: PayloadAction<string>) {
      if (state.last?.id === payload) state.last = null;
    },
  },
  extraReducers: (build) =>
    build
      .addCase(sessionEnded, forget)
      // Another tab may switch to another person.
      .addCase(sessionStarted, forget)
      .addCase(collectSettled, (state, { payload: { collection, change, failure } }) => {
        const { id, name } = collection;
        if (failure === null && id !== null && change !== 'removed') state.last = { id, name };
      }),
});

export const { collectionLost } = usedCollectionSlice.actions;
