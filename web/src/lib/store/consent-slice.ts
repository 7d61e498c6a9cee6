import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { CONSENT_VERSIONS } from '@switchback/contracts/rules/consents';
import { readStored } from '../../session/storage.js';

export const CONSENT_KEY = 'switchback.consent';

export interface CookieConsent {
  version: string;
  given: boolean;
  /** ISO 8601, UTC. */
  at: string;
}

/** The person's consent to a provider's advertisements in this browser; null until they answer. */
export interface ConsentState {
  cookie: CookieConsent | null;
}

/** An answer to an older text, or anything unexpected in the storage, counts as none. */
export function restoreConsent(): ConsentState {
  const { version, given, at } = ((readStored(CONSENT_KEY) ?? {}) as { cookie?: Partial<CookieConsent> }).cookie ?? {};
  const known = version === CONSENT_VERSIONS.cookie && typeof given === 'boolean' && typeof at === 'string';
  return { cookie: known ? { version, given, at } : null };
}

export const consentSlice = createSlice({
  name: 'consent',
  initialState: restoreConsent,
  reducers: {
    cookieAnswered(state, { payload }: PayloadAction<CookieConsent>) {
      state.cookie = payload;
    },
  },
});

export const { cookieAnswered } = consentSlice.actions;

/** Returns an answer to the current text, given now. */
export function answeredNow(input: boolean): CookieConsent {
  return { version: CONSENT_VERSIONS.cookie, given: input, at: new Date().toISOString() };
}
