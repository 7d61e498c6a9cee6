import type { ErrorName } from '@switchback/contracts/errors';
import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type { DriveAccess } from '../drive.policy.js';

/** Where a drive stands between its owner and everybody. */
export interface Publication {
  privacy: Privacy;
  status: PublicationStatus;
}

/** What a move tells staff: the drive waits for them, was decided, or needs nobody any more. */
export type Submission = 'waiting' | 'settled' | 'withdrawn';

export interface Move {
  /** Null for a drive that goes. */
  to: Publication | null;
  submission?: Submission;
}

export type Outcome = Move | { refused: ErrorName };

export type Action =
  | { kind: 'create'; privacy: Privacy }
  | { kind: 'edit'; privacy: Privacy }
  | { kind: 'approve' | 'request-changes' | 'delete' };

const PRIVATE: Publication = { privacy: 'private', status: 'none' };
const PENDING: Publication = { privacy: 'public', status: 'pending' };
const APPROVED: Publication = { privacy: 'public', status: 'approved' };
const SENT_BACK: Publication = { privacy: 'public', status: 'changes-requested' };

/**
 * The publication machine: what an action of a caller makes of a drive, or why it is refused. Whether the caller may know
 * of the drive at all is asked before.
 * @param drive null for one that is made.
 */
export function moveOf(drive: DriveAccess | null, caller: Caller, action: Action): Outcome {
  switch (action.kind) {
    case 'create':
      return create(caller, action.privacy);
    case 'edit':
      return drive ? edit(drive, caller, action.privacy) : { refused: 'driveNotFound' };
    case 'delete':
      return drive ? remove(drive, caller) : { refused: 'driveNotFound' };
    default:
      return drive ? decide(drive, caller, action.kind) : { refused: 'driveNotFound' };
  }
}

function create(caller: Caller, privacy: Privacy): Outcome {
  if (caller.accountType === 'free') return { refused: 'upgradeNeeded' };
  if (privacy === 'private') return { to: PRIVATE };
  return isStaff(caller) ? { to: APPROVED } : { to: PENDING, submission: 'waiting' };
}

function edit(drive: DriveAccess, caller: Caller, privacy: Privacy): Outcome {
  const refused = mayEdit(drive, caller);
  if (refused) return { refused };
  if (isPublished(drive)) return privacy === 'public' ? { to: APPROVED } : { refused: 'publishedDrive' };
  const wasSubmitted = isSubmitted(drive);
  if (privacy === 'private') return { to: PRIVATE, ...(wasSubmitted && { submission: 'withdrawn' as const }) };
  if (isStaff(caller) && caller.userId === drive.ownerId) {
    return { to: APPROVED, ...(wasSubmitted && { submission: 'settled' as const }) };
  }
  return { to: PENDING, submission: 'waiting' };
}

/** Why a caller may not edit a drive they may see; null when they may. */
function mayEdit(drive: DriveAccess, caller: Caller): ErrorName | null {
  if (isStaff(caller)) return null;
  if (caller.userId !== drive.ownerId || isPublished(drive)) return 'notAllowed';
  return caller.accountType === 'free' ? 'upgradeNeeded' : null;
}

function decide(drive: DriveAccess, caller: Caller, kind: 'approve' | 'request-changes'): Outcome {
  if (!isStaff(caller)) return { refused: 'notAllowed' };
  if (drive.privacy !== 'public' || drive.status !== 'pending') return { refused: 'alreadyDecided' };
  return { to: kind === 'approve' ? APPROVED : SENT_BACK, submission: 'settled' };
}

function remove(drive: DriveAccess, caller: Caller): Outcome {
  const mayDelete = isStaff(caller) || (caller.userId === drive.ownerId && !isPublished(drive));
  if (!mayDelete) return { refused: 'notAllowed' };
  return { to: null, ...(isSubmitted(drive) && { submission: 'withdrawn' as const }) };
}

function isPublished({ privacy, status }: Publication): boolean {
  return privacy === 'public' && status === 'approved';
}

/** Whether staff hold it, or sent it back. */
export function isSubmitted({ privacy, status }: Publication): boolean {
  return privacy === 'public' && (status === 'pending' || status === 'changes-requested');
}
