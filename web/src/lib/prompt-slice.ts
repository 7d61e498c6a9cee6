import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { sessionEnded } from './session-slice.js';
import { readStored, writeStored } from './storage.js';

/** Lists a person keeps drives in. */
export type MarkKind = 'save' | 'completed';

export interface MarkIntent {
  mark: MarkKind;
  driveId: string;
}

/** To review a drive, or to say that somebody's review of it helped. */
export interface ReviewIntent {
  review: 'write' | { liked: string };
  driveId: string;
}

/** To add a photo to a drive, or to like one. */
export interface PhotoIntent {
  photo: 'submit' | { liked: string };
  driveId: string;
}

/** To open what only Heroes send: suggested edits, or a private drive to share. */
export interface DialogIntent {
  dialog: 'suggest' | 'share-private';
  driveId: string;
}

/** What the page of a drive does by itself once the person may. */
export type DetailsIntent = ReviewIntent | PhotoIntent | DialogIntent;

/** What somebody was about to do when they were asked to log in: it is done once they have. */
export type Intent = MarkIntent | DetailsIntent;

export interface PromptState {
  /** What stands between the person and what they wanted. */
  open: 'login' | 'upgrade' | null;
  intent: Intent | null;
  /** What waits for an upgrade: the pages would ask for it again and again, were it the intent already. */
  wanted: Intent | null;
}

const NONE: PromptState = { open: null, intent: null, wanted: null };
const KEPT_KEY = 'switchback.prompt';

/** Keeps what waits over a reload of the page, in this tab. */
export function keepPrompt({ intent, wanted }: PromptState): void {
  writeStored(KEPT_KEY, { intent, wanted }, 'session');
}

function restorePrompt(): PromptState {
  const { intent, wanted } = (readStored(KEPT_KEY, 'session') ?? {}) as Partial<Record<keyof PromptState, unknown>>;
  writeStored(KEPT_KEY, null, 'session');
  return { open: null, intent: isIntent(intent) ? intent : null, wanted: isIntent(wanted) ? wanted : null };
}

export const promptSlice = createSlice({
  name: 'prompt',
  initialState: restorePrompt,
  reducers: {
    loginAsked(state, { payload }: PayloadAction<Intent>) {
      state.open = 'login';
      state.intent = payload;
    },
    upgradeAsked(state, { payload }: PayloadAction<Intent | undefined>) {
      state.open = 'upgrade';
      state.wanted = payload ?? null;
    },
    /** What was asked for before the upgrade is done now. */
    upgraded(state) {
      state.intent = state.wanted;
      state.wanted = null;
    },
    /** The prompt gives way to a page of its own, and the intent waits. */
    promptLeft(state) {
      state.open = null;
    },
    promptClosed: () => NONE,
    /** Wanted before the person left for another page or another server, and kept meanwhile. */
    intentBrought(state, { payload }: PayloadAction<Intent | null>) {
      state.intent = payload;
    },
    intentTaken: () => NONE,
  },
  extraReducers: (build) => build.addCase(sessionEnded, () => NONE),
});

export const { loginAsked, upgradeAsked, upgraded, promptLeft, promptClosed, intentBrought, intentTaken } =
  promptSlice.actions;

/** Whether what a browser has kept is something that can be done. */
export function isIntent(kept: unknown): kept is Intent {
  const { driveId, ...wanted } = (kept ?? {}) as Record<string, unknown>;
  if (typeof driveId !== 'string') return false;
  return Object.entries(wanted).every(([kind, what]) => isWanted(kind, what)) && Object.keys(wanted).length === 1;
}

const WANTED: Readonly<Record<string, readonly string[]>> = {
  mark: ['save', 'completed'],
  review: ['write'],
  photo: ['submit'],
  dialog: ['suggest', 'share-private'],
};

function isWanted(kind: string, what: unknown): boolean {
  if (typeof what === 'string') return Object.hasOwn(WANTED, kind) && WANTED[kind]!.includes(what);
  const { liked } = (what ?? {}) as { liked?: unknown };
  return (kind === 'review' || kind === 'photo') && typeof liked === 'string';
}
