import type { UnknownAction } from '@reduxjs/toolkit';
import { useSession } from '../../lib/people/use-user.js';
import { useAppDispatch } from '../../lib/store/store.js';

/** Returns a dispatch for late answers: no-op once the person is logged out, whose collections the next one must not see. */
export function useOwnDispatch(): (action: UnknownAction) => void {
  const dispatch = useAppDispatch();
  const userId = useSession()?.userId;
  return (action) =>
    dispatch((send, getState) => {
      if (getState().session.session?.userId === userId) send(action);
    });
}
