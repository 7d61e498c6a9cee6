import { skipToken } from '@reduxjs/toolkit/query';
import type { User } from '@switchback/contracts/resources/user';
import { useCallback } from 'react';
import { accountApi, useUserQuery } from '../../api/account-api.js';
import { asCallError } from '../../api/error.js';
import { additionAsked, collectAsked, markSettled } from '../store/marks-slice.js';
import type { MarkKind } from '../../api/types.js';
import { intentTaken, loginAsked, upgradeAsked, type Intent, type MarkIntent } from '../store/prompt-slice.js';
import { useAppDispatch, useAppSelector } from '../store/store.js';
import { useSession } from '../people/use-user.js';

const LISTS = { save: 'savedDrives', completed: 'completedDrives' } as const;

/** Only paid accounts can mark drives as completed. */
function mayMark(mark: MarkKind, { accountType }: Pick<User, 'accountType'>): boolean {
  return mark === 'save' || accountType !== 'free';
}

export interface DriveMarks {
  save: boolean;
  completed: boolean;
  toggle: (mark: MarkKind) => void;
}

/**
 * Whether the person has saved or completed the drive, and a function to change it, which asks for a login or an
 * upgrade if needed.
 */
export function useDriveMarks(driveId: string): DriveMarks {
  const userId = useSession()?.userId ?? null;
  // Long lists call this for each card: only changes of these fields rerender a card.
  const { save, completed, accountType } = useUserQuery(userId ?? skipToken, {
    selectFromResult: ({ currentData: user }) => ({
      save: user?.savedDrives.includes(driveId) ?? false,
      completed: user?.completedDrives.includes(driveId) ?? false,
      accountType: user?.accountType,
    }),
  });
  const setMark = useSetMark();
  const dispatch = useAppDispatch();
  const toggle = (mark: MarkKind) => {
    if (userId === null) dispatch(loginAsked({ mark, driveId }));
    else if (accountType === undefined) return;
    else if (!mayMark(mark, { accountType })) dispatch(upgradeAsked({ mark, driveId }));
    else setMark(userId, { mark, driveId }, !(mark === 'save' ? save : completed));
  };
  return { save, completed, toggle };
}

/** Returns the drives that the person has not completed, and a function that marks them. */
export function useCompletion(driveIds: readonly string[]): { remaining: readonly string[]; complete: () => void } {
  const userId = useSession()?.userId ?? null;
  const { currentData: user } = useUserQuery(userId ?? skipToken);
  const setMark = useSetMark();
  const dispatch = useAppDispatch();
  const remaining = [...new Set(driveIds)].filter((driveId) => !(user?.completedDrives.includes(driveId) ?? false));
  const complete = () => {
    const [first] = remaining;
    if (first === undefined || (userId !== null && user === undefined)) return;
    if (userId === null || user === undefined) dispatch(loginAsked({ mark: 'completed', driveId: first }));
    else if (!mayMark('completed', user)) dispatch(upgradeAsked({ mark: 'completed', driveId: first }));
    else for (const driveId of remaining) setMark(userId, { mark: 'completed', driveId }, true);
  };
  return { remaining, complete };
}

export interface Collect {
  /** Opens the dialog for the collections of the drive, after a login if needed. */
  choose: () => void;
  /** The last used collection, with a function that adds the drive to it; null if there is none. */
  last: { name: string; add: () => void } | null;
}

/** Returns the ways to add the drive to a collection. */
export function useCollect(driveId: string): Collect {
  const isGuest = useSession() === null;
  const used = useAppSelector(({ usedCollection }) => usedCollection.last);
  const dispatch = useAppDispatch();
  return {
    choose: () => dispatch(isGuest ? loginAsked({ collect: 'drive', driveId }) : collectAsked(driveId)),
    last:
      isGuest || used === null
        ? null
        : { name: used.name, add: () => dispatch(additionAsked({ driveId, collection: used })) },
  };
}

/** Sends one change of a list and reports the outcome; prompts for an upgrade if the server requires a paid account. */
function useSetMark() {
  const dispatch = useAppDispatch();
  return useCallback(
    (userId: string, { mark, driveId }: MarkIntent, on: boolean) => {
      const call = dispatch(accountApi.endpoints.mark.initiate({ userId, driveId, mark, on }, { track: false }));
      void call.then(({ error }) => {
        const failure = error === undefined ? null : asCallError(error);
        if (failure?.upgrade === true) dispatch(upgradeAsked({ mark, driveId }));
        else dispatch(markSettled({ mark, driveId, on, failure }));
      });
    },
    [dispatch],
  );
}

/** Performs the action that preceded the login, unless it is already done. */
export function useIntent(): (user: User, intent: Intent) => void {
  const dispatch = useAppDispatch();
  const setMark = useSetMark();
  return useCallback(
    (user, intent) => {
      // The page of the drive handles all other intents by itself, once it is shown.
      if (!('mark' in intent || 'collect' in intent)) return;
      dispatch(intentTaken());
      if ('collect' in intent) dispatch(collectAsked(intent.driveId));
      else if (!mayMark(intent.mark, user)) dispatch(upgradeAsked(intent));
      else if (!user[LISTS[intent.mark]].includes(intent.driveId)) setMark(user.id, intent, true);
    },
    [dispatch, setMark],
  );
}
