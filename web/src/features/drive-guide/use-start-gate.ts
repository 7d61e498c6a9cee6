import { useEffect } from 'react';
import { useSession, useUser } from '../../lib/people/use-user.js';
import { loginNeeded, upgradeAsked } from '../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { readStored, writeStored } from '../../session/storage.js';

/** The person who may drive, as this browser saw last: at the trailhead there may be no network. */
const DRIVER_KEY = 'switchback.driver';

/**
 * Returns the id of the person if they may start a guide, and a function that asks for a login or an upgrade otherwise.
 * Both lead back to the page.
 */
export function useStartGate(): { driverId: string | null; isLoading: boolean; ask: () => void } {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const isHero = user !== null && user.accountType !== 'free';
  useEffect(() => {
    if (user !== null) writeStored(DRIVER_KEY, isHero ? user.id : null);
  }, [user, isHero]);
  const isRemembered = user === null && session !== null && readStored(DRIVER_KEY) === session.userId;
  return {
    driverId: session !== null && (isHero || isRemembered) ? session.userId : null,
    isLoading: session !== null && user === null && !isRemembered,
    ask: () => void dispatch(session === null ? loginNeeded() : upgradeAsked()),
  };
}
