import type { Fix, GuideState } from '@switchback/geo/guide/guide-state';
import type { Bounds } from '@switchback/geo/location';
import { inStore } from '../store/browser-store.js';
import type { GuideCourse } from './guide-course.js';
import type { OfflineDetails } from './offline-drives.js';

/** A fix with its height. */
export interface RecordedFix extends Fix {
  /** Meters above sea level; null if the device does not know. */
  altitude: number | null;
}

/** A drive that a person drives: in this browser alone, until they save it. */
export interface DriveRecord {
  userId: string;
  /** Identifies the record; with its end, the key under which it is saved once. */
  id: string;
  /** Address of its page below that of the guide: the id of a drive, or `trip/{id}/{day}`, or `plan` with its query. */
  page: string;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Null on the road. */
  endedAt: number | null;
  /** Saved as a drive without its ends: it stays here, whole, until another one replaces it. */
  isSaved?: boolean;
  /** The line as it was at the start, so that the guide needs no network. */
  course: GuideCourse;
}

/** A record of an older release, which held the drive. */
type StoredDriveRecord = Omit<DriveRecord, 'page' | 'course'> &
  Partial<DriveRecord> & { driveId?: string; drive?: OfflineDetails };

/** A record that was interrupted. */
export interface StoredRecord {
  record: DriveRecord;
  state: GuideState;
}

const LONGEST_DRIVE_MS = 2 * 86_400_000;

interface Batch {
  userId: string;
  at: number;
  fixes: RecordedFix[];
}

/**
 * Returns the person's unfinished record, without its fixes; null if there is none.
 * @param courseOf makes the line of a record that holds only the drive.
 */
export async function readRecord(
  userId: string,
  courseOf: (drive: OfflineDetails) => GuideCourse | null,
): Promise<StoredRecord | null> {
  try {
    const stored = await inStore<StoredDriveRecord | undefined>('records', 'readonly', (store) => store.get([userId]));
    const record = stored && current(stored, courseOf);
    const saved = await inStore<{ state: GuideState } | undefined>('recordStates', 'readonly', (store) =>
      store.get([userId]),
    );
    return !record || saved === undefined ? null : { record, state: saved.state };
  } catch {
    return null;
  }
}

function current(
  { driveId = '', drive, ...stored }: StoredDriveRecord,
  courseOf: (drive: OfflineDetails) => GuideCourse | null,
): DriveRecord | null {
  const course = stored.course ?? (drive ? courseOf({ ...drive, turns: drive.turns ?? [] }) : null);
  return course && { ...stored, page: stored.page ?? driveId, course };
}

/** Returns the box around the line of the person's unfinished record; null if there is none. */
export async function readRecordBounds(userId: string): Promise<Bounds | null> {
  const stored = inStore<StoredDriveRecord | undefined>('records', 'readonly', (store) => store.get([userId]));
  const record = await stored.catch(() => undefined);
  return record?.course?.bounds ?? record?.drive?.bounds ?? null;
}

/** Whether a drive of anyone is in progress on this device. */
export async function isOnTheRoad(now: number): Promise<boolean> {
  const records = await inStore<DriveRecord[]>('records', 'readonly', (store) => store.getAll()).catch(() => []);
  // A record that was never ended must not count forever.
  return records.some(({ endedAt, startedAt }) => endedAt === null && now - startedAt < LONGEST_DRIVE_MS);
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
