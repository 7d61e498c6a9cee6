import { skipToken } from '@reduxjs/toolkit/query';
import { usernameFault } from '@switchback/contracts/rules/accounts';
import { useValidateUsernameQuery } from '../../api/account-api.js';
import { CODES } from '../../api/error-codes.js';
import { asCallError, sentences } from '../../api/error.js';
import { useDebounced } from '../../lib/use-debounced.js';

const TYPING_MS = 200;

export interface UsernameCheck {
  /** What to say beside the field when somebody else has it; null otherwise. */
  taken: string | null;
  /** True once the server has said that it can be had. */
  free: boolean;
}

/** Asks the server whether a username can be had, once typing has paused. */
export function useUsernameCheck(typed: string): UsernameCheck {
  const username = typed.trim();
  const settled = useDebounced(username, TYPING_MS);
  const asked = settled === username && usernameFault(username) === null;
  const { currentData, error } = useValidateUsernameQuery(asked ? username : skipToken);
  if (!asked) return { taken: null, free: false };
  const refusal = error === undefined ? null : asCallError(error);
  return {
    taken: refusal?.code === CODES.usernameTaken ? sentences(refusal) : null,
    free: refusal === null && currentData !== undefined,
  };
}
