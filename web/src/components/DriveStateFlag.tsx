import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { useDriveState } from '../lib/drives/use-drive-state.js';
import { texts } from '../texts/en.js';

interface Props {
  drive: Pick<DriveSummary, 'privacy' | 'status' | 'created'>;
  className: string | undefined;
}

/** The drive's state in words; nothing for a public drive of another person. */
export function DriveStateFlag({ drive, className }: Props) {
  const state = useDriveState(drive);
  return state !== null && <span className={className}>{texts.account.driveStates[state]}</span>;
}
