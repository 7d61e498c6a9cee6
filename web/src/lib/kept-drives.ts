import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { inStore } from './browser-store.js';

/** What is kept of a drive: all that is read of it, without the legs, which repeat its line. */
export type KeptDetails = Omit<DriveDetails, 'directions'>;

/** A copy of a drive in this browser. */
export interface KeptDrive {
  /** Whose list it is on: what one person may see is not for the next one here. */
  userId: string;
  driveId: string;
  /** Milliseconds since 1970: when the copy was made. */
  keptAt: number;
  drive: KeptDetails;
}

const STORE = 'drives';

/** All of a person's copies, the newest first; none where the browser keeps nothing. */
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
