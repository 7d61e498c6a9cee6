import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent } from 'react';
import {
  type DetailsIntent,
  type Intent,
  intentBrought,
  intentTaken,
  loginAsked,
  upgradeAsked,
} from '../../lib/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../lib/store.js';
import { useSession, useUser } from '../../lib/use-user.js';

interface Gate<Kind> {
  user: User | null;
  /** Does it for those who may; others are asked to log in or to upgrade, and it is done once they have. */
  pass: (intent: Kind) => void;
}

/** Liking a photo is for anybody with an account, all else for Heroes. */
function needsHero(intent: DetailsIntent): boolean {
  return !('photo' in intent) || intent.photo === 'submit';
}

/** The way to what a drive's page does for people with an account; `isOurs` tells the intents taken up here. */
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
    // Done once it is known who that is.
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
