import type { ImportedDrive } from '../content/drive-content.js';
import type { DriveImports, ImportOutcome } from './drive-imports.js';
import { normalizeFeature } from '@switchback/tracks/features/normalize-feature';
import type { FeatureOrRefusal, FileItem, RawFeature } from '@switchback/tracks/features/raw-feature';

/** Limits of one transaction: few enough to hold in memory, enough to make the transaction cheap. */
const BATCH_DRIVES_MAX = 200;
const BATCH_POINTS_MAX = 100_000;

export type ImportCounts = Record<ImportOutcome | 'refused', number>;

export interface ImportListener {
  refused(line: number, reason: string): void;
  note(line: number, note: string): void;
  /** Called after each batch, with the counts of the whole import so far. */
  progress(counts: ImportCounts): void;
}

export interface ImportRun {
  service: Pick<DriveImports, 'importDrives' | 'previewImport'>;
  /** Reports the outcome without writing. */
  dryRun: boolean;
  listener: ImportListener;
  /** Once aborted, the import writes the features read so far and reads no more. */
  stop?: AbortSignal;
  /**
   * Location of each key found in this run. Shared by all files, so that two features never overwrite one drive in
   * turn.
   */
  seen: Map<string, string>;
  /** Running totals, updated in place. */
  counts: ImportCounts;
}

export function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, refused: 0 };
}

/**
 * Imports the features of one source batch by batch, with one batch in memory. If it is killed, complete batches
 * remain; the next run finds those unchanged, at the cost of an index lookup, and continues.
 * @param label names the source when a later feature has the same key.
 * @param editorial adds facts set by the operator of the catalogue.
 */
export async function runImport(
  items: AsyncIterable<FileItem>,
  label: string,
  run: ImportRun,
  editorial: (drive: ImportedDrive, feature: RawFeature) => ImportedDrive = (drive) => drive,
): Promise<void> {
  let batch: ImportedDrive[] = [];
  let points = 0;
  const flush = async (): Promise<void> => {
    const outcomes = await (run.dryRun ? run.service.previewImport(batch) : run.service.importDrives(batch));
    for (const outcome of outcomes) run.counts[outcome] += 1;
    run.listener.progress(run.counts);
    batch = [];
    points = 0;
  };
  for await (const item of items) {
    if (run.stop?.aborted) break;
    if ('note' in item) run.listener.note(item.line, item.note);
    if ('note' in item || 'place' in item) continue;
    const drive = accept('leftOut' in item ? { line: item.line, refused: item.leftOut } : item, label, run, editorial);
    if (!drive) continue;
    batch.push(drive);
    points += drive.path.length;
    if (batch.length >= BATCH_DRIVES_MAX || points >= BATCH_POINTS_MAX) await flush();
  }
  await flush();
}

function accept(
  item: FeatureOrRefusal,
  label: string,
  { listener, seen, counts }: ImportRun,
  editorial: (drive: ImportedDrive, feature: RawFeature) => ImportedDrive,
): ImportedDrive | undefined {
  const normalized = 'refused' in item ? item : normalizeFeature(item.feature);
  const refuse = (reason: string): undefined => {
    counts.refused += 1;
    listener.refused(item.line, reason);
  };
  if ('refused' in normalized) return refuse(normalized.refused);
  const { drive } = normalized;
  const earlier = seen.get(drive.key);
  if (earlier !== undefined) return refuse(`It is the same feature as the one at ${earlier}.`);
  seen.set(drive.key, `${label}, line ${item.line}`);
  for (const note of drive.notes) listener.note(item.line, note);
  return 'feature' in item ? editorial(drive, item.feature) : drive;
}
