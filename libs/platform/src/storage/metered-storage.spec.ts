// Aim: an operator sees the usage of the storage, and its failures separately from invalid requests.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../clock.js';
import { watchStorage } from '../process/figures.js';
import { createMetrics } from '../telemetry/metrics.js';
import { DiskStorage } from './disk/disk-storage.js';
import { MeteredStorage } from './metered-storage.js';

const OPTIONS = { contentType: 'text/plain', maxBytes: 10 };

describe('A metered storage', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'metered-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('counts calls, failures, seconds and bytes', async () => {
    let nowMs = 0;
    const clock = { monotonicMs: () => (nowMs += 250) };
    const disk = await DiskStorage.open({ root, linksUrl: '/files', clock: systemClock });
    const storage = new MeteredStorage(disk, clock);
    await storage.put('a.txt', [Buffer.from('12345')], OPTIONS);
    await storage.put('a.txt', [Buffer.from('123456789ab')], OPTIONS).catch(() => undefined);
    (await storage.get('a.txt', { start: 3 })).body.destroy();
    await storage.get('none.txt').catch(() => undefined);
    await writeFile(join(root, 'foreign.txt'), 'x');
    await storage.get('foreign.txt').catch(() => undefined);
    const metrics = createMetrics('test');
    watchStorage(metrics, () => storage.figures());
    const page = await metrics.page();
    metrics.close();
    for (const line of [
      'storage_calls_total{operation="put",service="test"} 2',
      'storage_errors_total{operation="put",service="test"} 0',
      'storage_calls_total{operation="get",service="test"} 3',
      'storage_errors_total{operation="get",service="test"} 1',
      'storage_seconds_total{operation="get",service="test"} 0.75',
      'storage_bytes_total{direction="written",service="test"} 5',
      'storage_bytes_total{direction="read",service="test"} 2',
    ])
      expect(page).toContain(line);
  });
});
