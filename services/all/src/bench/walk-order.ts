import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zOrder } from '@switchback/geo/z-order';
import { DriveEvent } from '@switchback/proto/drives/v1/events';

/** The drives in the order in which the drives service lists them; by way of a file, since a million fill the memory. */
export function* inWalkOrder(events: Iterable<DriveEvent>): Generator<DriveEvent> {
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-walk-'));
  const file = openSync(join(folder, 'events'), 'w+');
  try {
    const kept: { order: number; at: number; bytes: number }[] = [];
    let at = 0;
    for (const event of events) {
      const bytes = DriveEvent.encode(event).finish();
      kept.push({ order: zOrder(event.saved!.summary!.startLocation!), at, bytes: bytes.length });
      at += writeSync(file, bytes);
    }
    for (const entry of kept.sort((a, b) => a.order - b.order)) {
      const bytes = Buffer.allocUnsafe(entry.bytes);
      readSync(file, bytes, 0, entry.bytes, entry.at);
      yield DriveEvent.decode(bytes);
    }
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}
