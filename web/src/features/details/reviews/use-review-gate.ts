import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent } from 'react';
import { intentTaken, loginAsked, type ReviewIntent, upgradeAsked } from '../../../lib/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store.js';
import { useSession, useUser } from '../../../lib/use-user.js';

interface Gate {
  user: User | null;
  /** Does it for a Hero; others are asked to log in or to upgrade, and it is done once they have. */
  pass: (intent: ReviewIntent['review']) => void;
}

/** What only Heroes do with reviews. */
export function useReviewGate(driveId: string, act: (intent: ReviewIntent['review'], user: User) => void): Gate {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const pass = (review: ReviewIntent['review']) => {
    if (session === null) dispatch(loginAsked({ review, driveId }));
    else if (user?.accountType === 'free') dispatch(upgradeAsked({ review, driveId }));
    else if (user !== null) act(review, user);
  };
  const resume = useEffectEvent((intent: ReviewIntent) => {
    dispatch(intentTaken());
    pass(intent.review);
  });
  useEffect(() => {
    if (user !== null && waiting !== null && 'review' in waiting && waiting.driveId === driveId) resume(waiting);
  }, [user, waiting, driveId]);
  return { user, pass };
}
