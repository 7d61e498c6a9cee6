import { skipToken } from '@reduxjs/toolkit/query';
import type { User } from '@switchback/contracts/resources/user';
import { accountApi, useUserQuery } from '../../api/account-api.js';
import type { Session } from '../../session/session-slice.js';
import { useAppDispatch, useAppSelector } from '../store/store.js';

export function useSession(): Session | null {
  return useAppSelector((state) => state.session.session);
}

/** The user who is logged in; null for guests, or until the user is loaded. */
export function useUser(): User | null {
  const session = useSession();
  return useUserQuery(session?.userId ?? skipToken).currentData ?? null;
}

export function useLogOut(): () => void {
  const dispatch = useAppDispatch();
  const session = useSession();
  return () => {
    if (session !== null) void dispatch(accountApi.endpoints.logOut.initiate(session.token, { track: false }));
  };
}
