import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-slice.js';

/** What was half written, by the form and the person it belongs to. */
export type DraftsState = Readonly<Record<string, object>>;

/**
 * Forms of an account go when its session ends elsewhere. What was typed into them waits in this page, and never in the
 * browser's storage, until the person is back. Who logs out here leaves nothing behind.
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
