import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zOrder } from '@switchback/geo/z-order';
import { DriveEvent } from '@switchback/proto/drives/v1/events';

interface StoredDrive {
  order: number;
  at: number;
  bytes: number;
}

/**
 * Sorts the drives into the order in which the drives service lists them, through a file, since a million would fill
 * the memory. All are generated before this returns, so that the consumer does not wait for the first.
 */
export function inWalkOrder(events: Iterable<DriveEvent>): Generator<DriveEvent> {
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-walk-'));
  const file = openSync(join(folder, 'events'), 'w+');
  const stored: StoredDrive[] = [];
  let at = 0;
  for (const event of events) {
    const bytes = DriveEvent.encode(event).finish();
    stored.push({ order: zOrder(event.saved!.summary!.startLocation!), at, bytes: bytes.length });
    at += writeSync(file, bytes);
  }
  stored.sort((a, b) => a.order - b.order);
  return readStored(stored, file, folder);
}

function* readStored(stored: readonly StoredDrive[], file: number, folder: string): Generator<DriveEvent> {
  try {
    for (const { at, bytes } of stored) {
      const event = Buffer.allocUnsafe(bytes);
      readSync(file, event, 0, bytes, at);
      yield DriveEvent.decode(event);
    }
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
