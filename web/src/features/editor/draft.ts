import { draftKey } from '../../lib/editor-drafts.js';
import { readStored, writeStored } from '../../lib/storage.js';
import { type DriveFields, EMPTY_FIELDS } from './drive-form.js';
import type { RouteSnapshot } from './route-editor.js';

/** What was begun and not sent, as the browser keeps it. */
export interface Draft {
  fields: DriveFields;
  route: RouteSnapshot;
  /** Of the drive it was begun on; null for a new one. */
  rev: number | null;
}

/** Null where there is none, or something that is none. */
export function readDraft(userId: string, driveId: string | null): Draft | null {
  const stored = readStored(draftKey(userId, driveId)) as Partial<Draft> | null;
  const { fields, route, rev = null } = stored ?? {};
  if (typeof fields !== 'object' || typeof route !== 'object' || !Array.isArray(route.waypoints)) return null;
  return { fields: { ...EMPTY_FIELDS, ...fields }, route, rev };
}

/** Null forgets it. */
export function writeDraft(userId: string, driveId: string | null, draft: Draft | null): void {
  writeStored(draftKey(userId, driveId), draft);
}
