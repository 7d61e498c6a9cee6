import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MarkKind } from '../../api/types.js';
import { sessionEnded, sessionStarted } from '../../session/session-slice.js';
import { readStored, writeStored } from '../../session/storage.js';

export interface MarkIntent {
  mark: MarkKind;
  driveId: string;
}

/** To review a drive, or to mark a review of it as helpful. */
export interface ReviewIntent {
  review: 'write' | { liked: string };
  driveId: string;
}

/** To add a photo to a drive, or to like one. */
export interface PhotoIntent {
  photo: 'submit' | { liked: string };
  driveId: string;
}

/** To open a dialog for Heroes: suggest edits, or share a private drive. */
export interface DialogIntent {
  dialog: 'suggest' | 'share-private';
  driveId: string;
}

/** To choose the collections of a drive. */
export interface CollectIntent {
  collect: 'drive';
  driveId: string;
}

/** To open a plan in the editor, on the page that planned it. */
export interface PlanIntent {
  /** Identifies the plan among those of the page. */
  plan: string;
  driveId?: never;
}

/** Actions that the page of a drive performs by itself once the person may. */
export type DetailsIntent = ReviewIntent | PhotoIntent | DialogIntent;

/** The action for which a person was asked to log in; performed once they have. */
export type Intent = MarkIntent | CollectIntent | DetailsIntent | PlanIntent;

export interface PromptState {
  /** The prompt that has to be answered before the action. */
  open: 'login' | 'upgrade' | null;
  intent: Intent | null;
  /**
   * The action that waits for an upgrade. Stored apart from the intent, for which the pages would prompt again and
   * again.
   */
  wanted: Intent | null;
}

const NONE: PromptState = { open: null, intent: null, wanted: null };
const KEPT_KEY = 'switchback.prompt';

/** Stores the waiting actions in this tab, across a reload of the page. */
export function storePrompt({ intent, wanted }: PromptState): void {
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
    /** Asks for the login although no action waits for it. */
    loginNeeded(state) {
      state.open = 'login';
    },
    upgradeAsked(state, { payload }: PayloadAction<Intent | undefined>) {
      state.open = 'upgrade';
      state.wanted = payload ?? null;
    },
    /** Performs the action that was waiting for the upgrade. */
    upgraded(state) {
      state.intent = state.wanted;
      state.wanted = null;
    },
    /** A page replaces the prompt, and the intent waits. */
    promptLeft(state) {
      state.open = null;
    },
    promptClosed: () => NONE,
    /** Restores the action from before the person left for another page or another server. */
    intentBrought(state, { payload }: PayloadAction<Intent | null>) {
      state.intent = payload;
    },
    intentTaken: () => NONE,
  },
  extraReducers: (build) =>
    build
      .addCase(sessionEnded, () => NONE)
      .addCase(sessionStarted, (state) => {
        state.open = null;
      }),
});

export const { loginAsked, loginNeeded, upgradeAsked, upgraded, promptLeft, promptClosed, intentBrought, intentTaken } =
  promptSlice.actions;

/** Whether a stored value is an action that we offer. */
export function isIntent(kept: unknown): kept is Intent {
  const { driveId, ...wanted } = (kept ?? {}) as Record<string, unknown>;
  if (driveId === undefined) return typeof wanted['plan'] === 'string' && Object.keys(wanted).length === 1;
  if (typeof driveId !== 'string') return false;
  return Object.entries(wanted).every(([kind, what]) => isWanted(kind, what)) && Object.keys(wanted).length === 1;
}

const WANTED: Readonly<Record<string, readonly string[]>> = {
  mark: ['save', 'completed'],
  collect: ['drive'],
  review: ['write'],
  photo: ['submit'],
  dialog: ['suggest', 'share-private'],
};

function isWanted(kind: string, what: unknown): boolean {
  if (typeof what === 'string') return Object.hasOwn(WANTED, kind) && WANTED[kind]!.includes(what);
  const { liked } = (what ?? {}) as { liked?: unknown };
  return (kind === 'review' || kind === 'photo') && typeof liked === 'string';
}
