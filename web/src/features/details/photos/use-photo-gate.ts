import type { User } from '@switchback/contracts/resources/user';
import { useEffect, useEffectEvent } from 'react';
import { intentTaken, loginAsked, type PhotoIntent, upgradeAsked } from '../../../lib/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store.js';
import { useSession, useUser } from '../../../lib/use-user.js';

interface Gate {
  user: User | null;
  /** Does it for those who may; others are asked to log in or to upgrade, and it is done once they have. */
  pass: (intent: PhotoIntent['photo']) => void;
}

/** Photos are submitted by Heroes, and liked by anybody with an account. */
export function usePhotoGate(driveId: string, act: (intent: PhotoIntent['photo'], user: User) => void): Gate {
  const session = useSession();
  const user = useUser();
  const dispatch = useAppDispatch();
  const waiting = useAppSelector(({ prompt }) => prompt.intent);
  const pass = (photo: PhotoIntent['photo']) => {
    if (session === null) dispatch(loginAsked({ photo, driveId }));
    else if (user?.accountType === 'free' && photo === 'submit') dispatch(upgradeAsked({ photo, driveId }));
    else if (user !== null) act(photo, user);
  };
  const resume = useEffectEvent((intent: PhotoIntent) => {
    dispatch(intentTaken());
    pass(intent.photo);
  });
  useEffect(() => {
    if (user !== null && waiting !== null && 'photo' in waiting && waiting.driveId === driveId) resume(waiting);
  }, [user, waiting, driveId]);
  return { user, pass };
}
