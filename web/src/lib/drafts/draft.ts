import { type DriveFields, EMPTY_FIELDS } from '../drives/drive-fields.js';
import { draftKey } from '../store/editor-drafts.js';
import type { RouteSnapshot } from './route-snapshot.js';
import { readStored, writeStored } from '../../session/storage.js';

/** Unsent work, as stored in the browser. */
export interface Draft {
  fields: DriveFields;
  route: RouteSnapshot;
  /** Revision of the drive that the draft is based on; null for a new drive. */
  rev: number | null;
  /** Whether it was made from a plan and not edited since. */
  isFromPlan?: boolean;
}

/** Returns the stored draft; null if there is none or it is malformed. */
export function readDraft(userId: string, driveId: string | null): Draft | null {
  const stored = readStored(draftKey(userId, driveId)) as Partial<Draft> | null;
  const { fields, route, rev = null, isFromPlan = false } = stored ?? {};
  if (typeof fields !== 'object' || typeof route !== 'object' || !Array.isArray(route.waypoints)) return null;
  return { fields: { ...EMPTY_FIELDS, ...fields }, route, rev, isFromPlan };
}

/** Stores the draft; null deletes it. */
export function writeDraft(userId: string, driveId: string | null, draft: Draft | null): void {
  writeStored(draftKey(userId, driveId), draft);
}
