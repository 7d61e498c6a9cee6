import type { Fix, GuideState } from '@switchback/geo/guide/guide-state';
import { inStore } from '../store/browser-store.js';
import type { OfflineDetails } from './offline-drives.js';

/** A fix with its height. */
export interface RecordedFix extends Fix {
  /** Meters above sea level; null if the device does not know. */
  altitude: number | null;
}

/** A drive that a person drives: in this browser alone, until they save it. */
export interface DriveRecord {
  userId: string;
  /** Identifies the record, also as the key under which it is saved once. */
  id: string;
  driveId: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Null on the road. */
  endedAt: number | null;
  /** The drive as it was at the start, so that the guide needs no network. */
  drive: OfflineDetails;
}

/** A record that was interrupted. */
export interface StoredRecord {
  record: DriveRecord;
  state: GuideState;
}

interface Batch {
  userId: string;
  at: number;
  fixes: RecordedFix[];
}

/** Returns the person's unfinished record, without its fixes; null if there is none. */
export async function readRecord(userId: string): Promise<StoredRecord | null> {
  try {
    const record = await inStore<DriveRecord | undefined>('records', 'readonly', (store) => store.get([userId]));
    const stored = await inStore<{ state: GuideState } | undefined>('recordStates', 'readonly', (store) =>
      store.get([userId]),
    );
    return record === undefined || stored === undefined ? null : { record, state: stored.state };
  } catch {
    return null;
  }
}

export async function readFixes(userId: string): Promise<RecordedFix[]> {
  const batches = await inStore<Batch[]>('recordFixes', 'readonly', (store) => store.getAll(allOf(userId)));
  return batches.flatMap(({ fixes }) => fixes);
}

/** Begins a record, and replaces an earlier one. */
export async function beginRecord(record: DriveRecord, state: GuideState): Promise<void> {
  await deleteRecord(record.userId);
  await inStore('recordStates', 'readwrite', (store) => store.put({ userId: record.userId, state }));
  await storeRecord(record);
}

/** Ends a record, or returns to the road. */
export async function storeRecord(record: DriveRecord): Promise<void> {
  await inStore('records', 'readwrite', (store) => store.put(record));
}

export async function storeState(userId: string, state: GuideState): Promise<void> {
  await inStore('recordStates', 'readwrite', (store) => store.put({ userId, state }));
}

export async function appendFixes(userId: string, fixes: readonly RecordedFix[]): Promise<void> {
  await inStore('recordFixes', 'readwrite', (store) => store.put({ userId, at: fixes[0]!.at, fixes }));
}

export async function deleteRecord(userId: string): Promise<void> {
  await inStore('records', 'readwrite', (store) => store.delete([userId]));
  await inStore('recordStates', 'readwrite', (store) => store.delete([userId]));
  await inStore('recordFixes', 'readwrite', (store) => store.delete(allOf(userId)));
}

/** Deletes the records of everyone but this person; null is a visitor. */
export async function deleteRecordsOfOthers(userId: string | null): Promise<void> {
  const keys = await inStore<[string][]>('records', 'readonly', (store) => store.getAllKeys());
  for (const [owner] of keys) if (owner !== userId) await deleteRecord(owner);
}

function allOf(userId: string): IDBKeyRange {
  return IDBKeyRange.bound([userId, 0], [userId, Infinity]);
}
