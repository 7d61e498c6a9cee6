import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CallError } from '../api/error.js';
import type { MarkIntent } from './prompt-slice.js';
import { sessionEnded } from './session-slice.js';

/** The outcome of a change of one of the person's lists. */
export interface MarkOutcome extends MarkIntent {
  /** Whether the drive was added to the list or removed from it. */
  on: boolean;
  failure: CallError | null;
}

interface MarksState {
  /** The last outcome, until its notice closes. */
  last: MarkOutcome | null;
  /** Drives that were stored on this device since the page opened. */
  stored: Record<string, true>;
}

const NONE: MarksState = { last: null, stored: {} };

/** What the person is notified of after saving or completing a drive. */
export const marksSlice = createSlice({
  name: 'marks',
  initialState: NONE,
  reducers: {
    markSettled(state, { payload }: PayloadAction<MarkOutcome>) {
      state.last = payload;
      // The copy is deleted with the mark.
      if (payload.mark === 'save' && !payload.on) delete state.stored[payload.driveId];
    },
    outcomeClosed(state) {
      state.last = null;
    },
    driveStored(state, { payload }: PayloadAction<string>) {
      state.stored[payload] = true;
    },
  },
  extraReducers: (build) => build.addCase(sessionEnded, () => NONE),
});

export const { markSettled, outcomeClosed, driveStored } = marksSlice.actions;
