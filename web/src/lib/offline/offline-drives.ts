import type { DriveDetails, Maneuver } from '@switchback/contracts/resources/drive';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { inStore } from '../store/browser-store.js';

/** The maneuvers of a leg, without its line. */
export interface LegTurns {
  lengthMeters: number;
  /** Null if no router knows the roads of the leg. */
  maneuvers: readonly Maneuver[] | null;
}

/** Stored fields of a drive: of the legs, which repeat its line, only the maneuvers. */
export interface OfflineDetails extends Omit<DriveDetails, 'directions'> {
  /** In the order of the legs; empty if no leg has maneuvers. */
  turns: readonly LegTurns[];
}

/** A copy of a drive in this browser. */
export interface OfflineDrive {
  /** The person whose list it is on: people who share a browser do not see each other's copies. */
  userId: string;
  driveId: string;
  /** Time of the copy, in milliseconds since 1970. */
  keptAt: number;
  drive: OfflineDetails;
}

const STORE = 'drives';

/** Returns a person's copies, newest first; none if the browser stores nothing. */
export async function offlineDrives(userId: string): Promise<OfflineDrive[]> {
  const all = await inStore<OfflineDrive[]>(STORE, 'readonly', (store) => store.getAll()).catch(() => []);
  return all
    .filter((stored) => stored.userId === userId)
    .map((args) => ({ ...args, drive: completed(args.drive) }))
    .sort((a, b) => b.keptAt - a.keptAt);
}

type Added = 'authorRatings' | 'starReviewCount' | 'gain' | 'elevation' | 'turns';
/** Details as a copy of an older release may hold them. */
type StoredDetails = Omit<OfflineDetails, Added> & Partial<Pick<OfflineDetails, Added>>;

/** Adds the fields that copies of an older release lack. */
function completed(drive: StoredDetails): OfflineDetails {
  return { authorRatings: [], starReviewCount: drive.reviewCount, gain: null, elevation: null, turns: [], ...drive };
}

export async function storeOfflineDrive(stored: OfflineDrive): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(stored));
}

export async function deleteOfflineDrive({ userId, driveId }: Pick<OfflineDrive, 'userId' | 'driveId'>): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete([userId, driveId]));
}

/** Deletes the copies of everyone but this person; null is a visitor. @returns whether there were any. */
export async function deleteDrivesOfOthers(userId: string | null): Promise<boolean> {
  const all = await inStore<[string, string][]>(STORE, 'readonly', (store) => store.getAllKeys()).catch(() => []);
  const others = all.filter(([owner]) => owner !== userId);
  for (const [owner, driveId] of others) await deleteOfflineDrive({ userId: owner, driveId }).catch(() => undefined);
  return others.length > 0;
}

/** Removes the fields that are not stored. */
export function offlineDetailsOf(drive: DriveDetails): OfflineDetails {
  const details: OfflineDetails & Partial<DriveDetails> = { ...drive, turns: turnsOf(drive) };
  delete details.directions;
  return details;
}

function turnsOf({ directions: { legs } }: DriveDetails): LegTurns[] {
  if (legs.every(({ maneuvers }) => !maneuvers)) return [];
  return legs.map(({ path, maneuvers }) => ({
    lengthMeters: lineLengthMeters(decodePolyline(path)),
    maneuvers: maneuvers ?? null,
  }));
}
