import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readStored } from './storage.js';

export const SESSION_KEY = 'switchback.session';

export interface Session {
  token: string;
  userId: string;
}

/** The person logged out, here or in another tab, or the server no longer knew the session. */
export type SessionEnd = 'left' | 'left-elsewhere' | 'expired';

/** The session of this browser. The user itself is server data and lives in the API cache. */
export interface SessionState {
  session: Session | null;
  /** How the last session of this page ended. */
  ended: SessionEnd | null;
  /** True once the person has deleted the account: the session is invalid, but the farewell is still shown. */
  leaving: boolean;
  /** True after five minutes without activity. */
  idle: boolean;
  /** Number of requests for a fresh user. */
  refreshes: number;
}

/** Parses a stored session; null for anything else. */
export function asSession(stored: unknown): Session | null {
  const { token, userId } = (stored ?? {}) as Partial<Session>;
  return typeof token === 'string' && typeof userId === 'string' ? { token, userId } : null;
}

export const sessionSlice = createSlice({
  name: 'session',
  initialState: (): SessionState => ({
    session: asSession(readStored(SESSION_KEY)),
    ended: null,
    leaving: false,
    idle: false,
    refreshes: 0,
  }),
  reducers: {
    sessionStarted(state, { payload: { token, userId } }: PayloadAction<Session>) {
      state.session = { token, userId };
      state.ended = null;
      state.leaving = false;
    },
    sessionEnded(state, { payload }: PayloadAction<SessionEnd>) {
      if (state.session === null || (state.leaving && payload === 'expired')) return;
      state.session = null;
      state.ended = payload;
      state.leaving = false;
    },
    leaveAnnounced(state) {
      state.leaving = true;
    },
    idleChanged(state, { payload }: PayloadAction<boolean>) {
      // After an idle time, the cached account may be stale.
      if (state.idle && !payload) state.refreshes += 1;
      state.idle = payload;
    },
    userRefreshAsked(state) {
      state.refreshes += 1;
    },
  },
});

export const { sessionStarted, sessionEnded, leaveAnnounced, idleChanged, userRefreshAsked } = sessionSlice.actions;
