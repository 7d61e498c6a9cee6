import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from '../../session/session-slice.js';

/** Half-written texts, by form and person. */
export type DraftsState = Readonly<Record<string, object>>;

/**
 * Forms unmount when the session ends elsewhere. Keeps their texts in memory, never in the browser's storage, until the
 * person is back. A log out here deletes them.
 */
export const draftsSlice = createSlice({
  name: 'drafts',
  initialState: (): DraftsState => ({}),
  reducers: {
    draftKept: (state, { payload: { key, draft } }: PayloadAction<{ key: string; draft: object | null }>) => {
      const others = Object.entries(state).filter(([other]) => other !== key);
      return Object.fromEntries(draft === null ? others : [...others, [key, draft]]);
    },
  },
  extraReducers: (build) => build.addCase(sessionEnded, (state, { payload }) => (payload === 'left' ? {} : state)),
});

export const { draftKept } = draftsSlice.actions;
