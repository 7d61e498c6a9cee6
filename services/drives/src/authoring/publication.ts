import type { ErrorName } from '@switchback/contracts/errors';
import type { Privacy, PublicationStatus } from '@switchback/contracts/rules/drives';
import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff } from '@switchback/platform/wire/audience';
import type { DriveAccess } from '../drive/drive.policy.js';
import type { Submission } from '../drive/submission.js';

/** Publication state of a drive. */
export interface Publication {
  privacy: Privacy;
  status: PublicationStatus;
}

export interface Move {
  /** Null for a deleted drive. */
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
 * Returns the outcome of a caller's action on a drive, or the reason for its refusal: the publication state machine.
 * The caller's right to see the drive must have been checked before.
 * @param drive null when it is being created.
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

/** Returns the reason why a caller may not edit a drive they may see; null if they may. */
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

/** Returns whether the drive waits for review or was sent back. */
export function isSubmitted({ privacy, status }: Publication): boolean {
  return privacy === 'public' && (status === 'pending' || status === 'changes-requested');
}
