import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { inStore } from './browser-store.js';

/** Stored fields of a drive: all but the legs, which repeat its line. */
export type KeptDetails = Omit<DriveDetails, 'directions'>;

/** A copy of a drive in this browser. */
export interface KeptDrive {
  /** The person whose list it is on: people who share a browser do not see each other's copies. */
  userId: string;
  driveId: string;
  /** Time of the copy, in milliseconds since 1970. */
  keptAt: number;
  drive: KeptDetails;
}

const STORE = 'drives';

/** Returns a person's copies, newest first; none if the browser stores nothing. */
export async function keptDrives(userId: string): Promise<KeptDrive[]> {
  const all = await inStore<KeptDrive[]>(STORE, 'readonly', (store) => store.getAll()).catch(() => []);
  return all.filter((kept) => kept.userId === userId).sort((a, b) => b.keptAt - a.keptAt);
}

export async function keepDrive(kept: KeptDrive): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.put(kept));
}

export async function forgetDrive({ userId, driveId }: Pick<KeptDrive, 'userId' | 'driveId'>): Promise<void> {
  await inStore(STORE, 'readwrite', (store) => store.delete([userId, driveId]));
}

/** Deletes the copies of everyone but this person; null is a visitor. @returns whether there were any. */
export async function deleteDrivesOfOthers(userId: string | null): Promise<boolean> {
  const all = await inStore<[string, string][]>(STORE, 'readonly', (store) => store.getAllKeys()).catch(() => []);
  const others = all.filter(([owner]) => owner !== userId);
  for (const [owner, driveId] of others) await forgetDrive({ userId: owner, driveId }).catch(() => undefined);
  return others.length > 0;
}
