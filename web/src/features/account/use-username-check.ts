import { skipToken } from '@reduxjs/toolkit/query';
import { usernameFault } from '@switchback/contracts/rules/accounts';
import { useValidateUsernameQuery } from '../../api/account-api.js';
import { CODES } from '../../api/error-codes.js';
import { asCallError, sentences } from '../../api/error.js';
import { useDebounced } from '../../lib/page/use-debounced.js';

const TYPING_MS = 200;

export interface UsernameCheck {
  /** Error to show next to the field if the name is taken; else null. */
  taken: string | null;
  /** True once the server has confirmed that the name is available. */
  free: boolean;
}

/** Checks a username's availability on the server, debounced. */
export function useUsernameCheck(typed: string): UsernameCheck {
  const username = typed.trim();
  const settled = useDebounced(username, TYPING_MS);
  const request = settled === username && usernameFault(username) === null;
  const { currentData, error } = useValidateUsernameQuery(request ? username : skipToken);
  if (!request) return { taken: null, free: false };
  const refusal = error === undefined ? null : asCallError(error);
  return {
    taken: refusal?.code === CODES.usernameTaken ? sentences(refusal) : null,
    free: refusal === null && currentData !== undefined,
  };
}
