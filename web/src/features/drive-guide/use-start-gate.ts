import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect } from 'react';
import { useUserQuery } from '../../api/account-api.js';
import { useOnline } from '../../lib/offline/use-online.js';
import { useSession } from '../../lib/people/use-user.js';
import { loginNeeded, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { readStored, writeStored } from '../../session/storage.js';

/** The person who may drive, as this browser saw last: at the trailhead there may be no network. */
const DRIVER_KEY = 'switchback.driver';

interface StartGate {
  /** Null if the person may not start a guide, or it is not known yet. */
  driverId: string | null;
  isLoading: boolean;
  /** It cannot be known: there is no network, and this browser has not seen the person's account. */
  isUnknown: boolean;
  retry: () => void;
  /** Asks for a login or an upgrade; both lead back to the page. */
  ask: () => void;
}

/** Tells whether the person may start a guide. */
export function useStartGate(): StartGate {
  const session = useSession();
  const { currentData: user = null, isFetching, isError, refetch } = useUserQuery(session?.userId ?? skipToken);
  const online = useOnline();
  const dispatch = useAppDispatch();
  const isHero = user !== null && user.accountType !== 'free';
  useEffect(() => {
    if (user !== null) writeStored(DRIVER_KEY, isHero ? user.id : null);
  }, [user, isHero]);
  const isRemembered = user === null && session !== null && readStored(DRIVER_KEY) === session.userId;
  const isOpen = session !== null && user === null && !isRemembered;
  const isUnknown = isOpen && !isFetching && (isError || !online);
  return {
    driverId: session !== null && (isHero || isRemembered) ? session.userId : null,
    isLoading: isOpen && !isUnknown,
    isUnknown,
    retry: () => void refetch(),
    ask: () => void dispatch(session === null ? loginNeeded() : upgradeAsked()),
  };
}
