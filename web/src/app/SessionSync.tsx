import { useEffect, useRef } from 'react';
import { accountApi } from '../api/account-api.js';
import { api } from '../api/api.js';
import { asSession, idleChanged, SESSION_KEY, sessionEnded, sessionStarted } from '../session/session-slice.js';
import { useAppDispatch, useAppSelector } from '../lib/store/store.js';
import { useIntent } from '../lib/drives/use-drive-marks.js';
import { useSession, useUser } from '../lib/people/use-user.js';

export const IDLE_MS = 300_000;
export const SECOND_REFRESH_MS = 15_000;
const SIGNS_OF_LIFE = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'wheel', 'resize'] as const;

/** Keeps the session in sync with the other tabs, the server and the person's activity. Renders nothing. */
export function SessionSync() {
  useOtherTabs();
  useIdle();
  useFreshUser();
  useCallerChange();
  useResumedIntent();
  return null;
}

/** A login or logout in another tab applies here too. */
function useOtherTabs(): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== SESSION_KEY && key !== null) return;
      const session = parsed(newValue);
      dispatch(session === null ? sessionEnded('left-elsewhere') : sessionStarted(session));
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [dispatch]);
}

function parsed(value: string | null) {
  try {
    return asSession(JSON.parse(value ?? 'null'));
  } catch {
    return null;
  }
}

function useIdle(): void {
  const dispatch = useAppDispatch();
  const idle = useAppSelector((state) => state.session.idle);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => dispatch(idleChanged(true)), IDLE_MS);
      if (idle) dispatch(idleChanged(false));
    };
    if (!idle) wait();
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, wait);
    };
  }, [dispatch, idle]);
}

/** Fetches the user again on request, and once more 15 seconds later. */
function useFreshUser(): void {
  const dispatch = useAppDispatch();
  const userId = useSession()?.userId ?? null;
  const refreshes = useAppSelector((state) => state.session.refreshes);
  useEffect(() => {
    if (userId === null || refreshes === 0) return;
    const fetchUser = () =>
      void dispatch(accountApi.endpoints.user.initiate(userId, { subscribe: false, forceRefetch: true }));
    fetchUser();
    const timer = setTimeout(fetchUser, SECOND_REFRESH_MS);
    return () => clearTimeout(timer);
  }, [dispatch, userId, refreshes]);
}

/** Results depend on the caller: clears the caches when the caller changes. */
function useCallerChange(): void {
  const dispatch = useAppDispatch();
  const userId = useSession()?.userId ?? null;
  const before = useRef(userId);
  useEffect(() => {
    if (before.current === userId) return;
    dispatch(before.current === null ? api.util.invalidateTags(['Seen']) : api.util.resetApiState());
    before.current = userId;
  }, [dispatch, userId]);
}

/** Continues the action for which the person was asked to log in. */
function useResumedIntent(): void {
  const user = useUser();
  const intent = useAppSelector((state) => state.prompt.intent);
  const resume = useIntent();
  useEffect(() => {
    if (user !== null && intent !== null) resume(user, intent);
  }, [user, intent, resume]);
}
