import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent } from 'react';
import {
  type DetailsIntent,
  type Intent,
  intentBrought,
  intentTaken,
  loginAsked,
  upgradeAsked,
} from '../../lib/store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store/store.js';
import { useSession, useUser } from '../../lib/people/use-user.js';

interface Gate<Kind> {
  user: User | null;
  /** Runs the action if the user may; otherwise asks for a login or an upgrade, and runs it afterward. */
  pass: (intent: Kind) => void;
}

/** Whether the action requires Hero: liking a photo needs only an account, everything else needs Hero. */
function needsHero(intent: DetailsIntent): boolean {
  return !('photo' in intent) || intent.photo === 'submit';
}

/** Guards the actions on a drive's page that need an account; `isOurs` selects the intents resumed here. */
export function useGate<Kind extends DetailsIntent>(
  driveId: string,
  isOurs: (intent: Intent) => intent is Kind,
  act: (intent: Kind, user: User) => void,
): Gate<Kind> {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const pass = (intent: Kind) => {
    if (session === null) dispatch(loginAsked(intent));
    // Runs once the user has loaded.
    else if (user === null) dispatch(intentBrought(intent));
    else if (user.accountType === 'free' && needsHero(intent)) dispatch(upgradeAsked(intent));
    else act(intent, user);
  };
  const resume = useEffectEvent((intent: Intent) => {
    if (!isOurs(intent)) return;
    dispatch(intentTaken());
    pass(intent);
  });
  useEffect(() => {
    if (user !== null && waiting?.driveId === driveId) resume(waiting);
  }, [user, waiting, driveId]);
  return { user, pass };
}
