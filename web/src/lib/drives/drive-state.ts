import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { AccountType } from '@switchback/contracts/rules/accounts';

export type DriveState = 'private' | 'shared' | 'pending' | 'changes-requested' | 'published';

type Publication = Pick<DriveSummary, 'privacy' | 'status'>;

export interface Viewer {
  id: string;
  /** Undefined until the account is loaded. */
  accountType: AccountType | undefined;
}

export function isPublished({ privacy, status }: Publication): boolean {
  return privacy === 'public' && status === 'approved';
}

/**
 * Returns the state that a viewer is shown of a drive: every state to its owner and to staff, but that it is published
 * to its owner alone, since any other drive is, too. Null for none.
 */
export function driveStateOf(
  drive: Publication & { created: Pick<DriveSummary['created'], 'user'> },
  viewer: Viewer | null,
): DriveState | null {
  const isOwn = viewer !== null && drive.created.user?.id === viewer.id;
  if (isPublished(drive)) return isOwn ? 'published' : null;
  if (drive.privacy === 'private') return isOwn || viewer?.accountType === 'admin' ? 'private' : 'shared';
  return drive.status === 'changes-requested' ? 'changes-requested' : 'pending';
}
