import type { ImportedDrive } from '../drive-content.js';
import type { DrivesService, ImportOutcome } from '../drives.service.js';
import { normalizeFeature } from './normalize-feature.js';
import type { FeatureOrRefusal, FileItem, RawFeature } from './raw-feature.js';

/** One transaction each: few enough to hold, enough to make the transaction cheap. */
const BATCH_DRIVES_MAX = 200;
const BATCH_POINTS_MAX = 100_000;

export type ImportCounts = Record<ImportOutcome | 'refused', number>;

export interface ImportListener {
  refused(line: number, reason: string): void;
  note(line: number, note: string): void;
  /** After each batch, with the counts of the whole import so far. */
  progress(counts: ImportCounts): void;
}

export interface ImportRun {
  service: Pick<DrivesService, 'importDrives' | 'previewImport'>;
  /** Only says what it would do. */
  dryRun: boolean;
  listener: ImportListener;
  /** Once aborted, what was read is still brought in, and nothing more is read. */
  stop?: AbortSignal;
  /** Where each key stood that this run has met. Shared by its files, so that two features never fight over one drive. */
  seen: Map<string, string>;
  /** Added up here. */
  counts: ImportCounts;
}

export function noCounts(): ImportCounts {
  return { created: 0, updated: 0, unchanged: 0, refused: 0 };
}

/**
 * Brings the features of one source in, batch by batch, holding one batch at a time. Killed half-way it leaves whole
 * batches behind; run again it finds those unchanged, which costs a look at an index, and goes on.
 * @param label names the source where a later feature has a key of this one's.
 * @param editorial what the keeper of the catalogue adds to a feature.
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
    const drive = accept(item, label, run, editorial);
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
