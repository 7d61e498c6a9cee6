import { useEffect, useEffectEvent } from 'react';
import { CODES } from '../../api/error-codes.js';
import { loginNeeded } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { useSession } from '../../lib/people/use-user.js';
import type { Submit } from './use-submit.js';

interface Interrupted {
  refusal: Submit['refusal'];
  /** Called when the session ends, before the store's cache is cleared. */
  onEnd: () => void;
  /** Called after the login if the end of the session interrupted a submission. */
  onResume: () => void;
}

/** Asks for the login if the session ends while a drive is being edited. @returns whether it has ended. */
export function useLoginAgain({ refusal, onEnd, onResume }: Interrupted): boolean {
  const dispatch = useAppDispatch();
  const hasEnded = useSession() === null;
  const isRefused = refusal?.code === CODES.invalidSession;
  const end = useEffectEvent(onEnd);
  const resume = useEffectEvent(onResume);
  useEffect(() => {
    if (hasEnded) end();
  }, [hasEnded]);
  useEffect(() => {
    if (hasEnded) dispatch(loginNeeded());
    else if (isRefused) resume();
  }, [hasEnded, isRefused, dispatch]);
  return hasEnded;
}
