import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CallError } from '../../api/error.js';
import type { MarkIntent } from './prompt-slice.js';
import { sessionEnded } from '../../session/session-slice.js';

/** The outcome of a change of one of the person's lists. */
export interface MarkOutcome extends MarkIntent {
  /** Whether the drive was added to the list or removed from it. */
  on: boolean;
  failure: CallError | null;
}

/** The outcome of a change of a drive in one of the person's collections. */
export interface CollectOutcome {
  driveId: string;
  /** The id is null if the collection could not be created. */
  collection: { id: string | null; name: string };
  change: 'added' | 'unchanged' | 'moved' | 'removed';
  failure: CallError | null;
}

/** The collection to which the person last added a drive. */
export interface UsedCollection {
  id: string;
  name: string;
}

/** A drive, and the collection to which one press adds it. */
export interface Addition {
  driveId: string;
  collection: UsedCollection;
}

interface MarksState {
  /** The last outcome, until its notice closes. */
  last: MarkOutcome | CollectOutcome | null;
  /** Drives that were stored on this device since the page opened. */
  stored: Record<string, true>;
  /** Drive whose collections are being chosen in the dialog; null while it is closed. */
  collecting: string | null;
  /** Drives to add to the last used collection, in the order of the presses. */
  adding: Addition[];
}

const NONE: MarksState = { last: null, stored: {}, collecting: null, adding: [] };

/** Outcomes to show after a person saved, completed or collected a drive. */
export const marksSlice = createSlice({
  name: 'marks',
  initialState: NONE,
  reducers: {
    markSettled(state, { payload }: PayloadAction<MarkOutcome>) {
      state.last = payload;
      // The copy is deleted with the mark.
      if (payload.mark === 'save' && !payload.on) delete state.stored[payload.driveId];
    },
    collectAsked(state, { payload }: PayloadAction<string>) {
      state.last = null;
      state.collecting = payload;
    },
    collectClosed(state) {
      state.collecting = null;
    },
    additionAsked(state, { payload }: PayloadAction<Addition>) {
      if (state.adding.some(({ driveId }) => driveId === payload.driveId)) return;
      state.last = null;
      state.adding.push(payload);
    },
    /** Ends the addition of a drive. */
    additionEnded(state, { payload }: PayloadAction<string>) {
      state.adding = state.adding.filter(({ driveId }) => driveId !== payload);
    },
    collectSettled(state, { payload }: PayloadAction<CollectOutcome>) {
      // While it is open, the dialog shows its failures itself.
      if (payload.failure === null || state.collecting !== payload.driveId) state.last = payload;
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

export const {
  markSettled,
  collectAsked,
  collectClosed,
  additionAsked,
  additionEnded,
  collectSettled,
  outcomeClosed,
  driveStored,
} = marksSlice.actions;
