import { skipToken } from '@reduxjs/toolkit/query';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { useUserQuery } from '../../api/account-api.js';
import { type DriveState, driveStateOf } from './drive-state.js';
import { useSession } from '../people/use-user.js';

/** The state of a drive for the person; null for a public drive that is not theirs. */
export function useDriveState(drive: Pick<DriveSummary, 'privacy' | 'status' | 'created'>): DriveState | null {
  const id = useSession()?.userId;
  const { accountType } = useUserQuery(id ?? skipToken, {
    selectFromResult: ({ currentData: user }) => ({ accountType: user?.accountType }),
  });
  return driveStateOf(drive, id === undefined ? null : { id, accountType });
}
