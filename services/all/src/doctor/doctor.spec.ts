// Aim: one command shows an operator every fault and the document to read next, with parts down as well as with all up,
// in bounded time, without revealing a secret and without changing anything.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { connectAuth } from '@switchback/auth/schema';
import { connectDrives } from '@switchback/drives/schema';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { GraphileJobs } from '@switchback/platform/jobs/graphile/graphile-jobs';
import { type Foundation, layFoundation } from '@switchback/platform/process/foundation';
import { DiskStorage } from '@switchback/platform/storage/disk/disk-storage';
import { connectSearch } from '@switchback/search/open-index';
import { connectModeration } from '@switchback/moderation/schema';
import { connectMedia } from '@switchback/media/schema';
import { connectBilling } from '@switchback/billing/schema';
import { connectReviews } from '@switchback/reviews/schema';
import { connectUsers } from '@switchback/users/schema';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksOf } from './checks.js';
import { examine } from './examine.js';
import { fault, inWords, ok } from './finding.js';
import { settingsCheck } from './settings.js';

const TIMEOUT_MS = 6_000;
/** No process listens on this port. */
const NOWHERE = '127.0.0.1:9';

const folder = mkdtempSync(join(tmpdir(), 'switchback-doctor-'));
const closers: (() => Promise<unknown>)[] = [];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close().catch(() => undefined);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function foundationOf(environment: Record<string, string>): Foundation {
  const settings = loadSettings({ DATA_DIR: folder, MIGRATE_AT_START: 'off', ...environment });
  const foundation = layFoundation(settings);
  closers.push(() => foundation.close());
  return foundation;
}

async function reportOf(foundation: Foundation): Promise<{ faults: string[]; all: string[] }> {
  const lines: string[] = [];
  const checks = checksOf({ ...foundation, opened: (close) => closers.push(close) });
  await examine(checks, TIMEOUT_MS, (name, { level, text }) => lines.push(`${level} ${name}: ${text}`));
  return { all: lines, faults: lines.filter((line) => line.startsWith('fault')) };
}

describe('the doctor', () => {
  it('names each outdated schema, and migrates none', async () => {
    const { faults } = await reportOf(foundationOf({ DATABASE_URL: database.url }));
    expect(faults.join('\n')).toMatch(/drives: The schema of "drives" is \d+ migrations behind .*migrate/);
    // A version whose processes have no jobs does not create the schema of jobs.
    expect(faults.join('\n')).not.toContain('jobs:');
    const again = await reportOf(foundationOf({ DATABASE_URL: database.url }));
    expect(again.faults).toEqual(faults);
  });

  it('says whether routes follow roads', async () => {
    const roadsOf = async (settings: Record<string, string>) =>
      (await reportOf(foundationOf({ DATABASE_URL: database.url, ...settings }))).all.find((line) =>
        / roads:/.test(line),
      );
    expect(await roadsOf({})).toMatch(/^note roads: .*README, “Road data”/);
    expect(await roadsOf({ DIRECTIONS_URL: `http://${NOWHERE}` })).toBe(
      'ok roads: routes follow roads by DIRECTIONS_URL',
    );
  });

  it('finds no fault in a healthy product, and each fault of a broken one', async () => {
    const settings = { url: database.url };
    const drives = await connectDrives(settings);
    closers.push(() => drives.destroy());
    const auth = await connectAuth(settings);
    closers.push(() => auth.destroy());
    await (await connectUsers(settings)).destroy();
    await (await connectModeration(settings)).destroy();
    await (await connectReviews(settings)).destroy();
    await (await connectBilling(settings)).destroy();
    await (await connectMedia(settings)).destroy();
    await (await connectSearch(settings)).destroy();
    await (await PostgresBus.connect(settings)).stop();
    await (await GraphileJobs.open(settings)).stop();
    const foundation = () => foundationOf({ DATABASE_URL: database.url });

    const well = await reportOf(foundation());
    expect(well.faults).toEqual([]);
    expect(well.all.join('\n')).toMatch(/PostgreSQL \d+.* answers in .* ms/);
    expect(well.all).toContain('ok index: all 0 published drives are indexed');

    await auth.query(`insert into mail (id, kind, address, created_at, expires_at)
      values ('m', 'sign-up', 'a@b.example', now() - interval '1 hour', now() + interval '1 hour')`);
    expect((await reportOf(foundation())).faults).toEqual([
      'fault mail: 1 mails wait to be sent, the oldest for 60 min',
    ]);
    await auth.query('delete from mail');

    await drives.query(`insert into outbox (topic, id, type, source, time, subject, version, payload, written_at)
      values ('drives.drive.v1', gen_random_uuid(), 'x', 'drives', now(), 'a', 1, '', now() - interval '5 minutes')`);
    expect((await reportOf(foundation())).faults).toEqual([
      'fault drives: 1 events wait in the outbox, the oldest for 5 min: see docs/runbooks/OutboxStuck.md',
    ]);
    await drives.query(`update outbox set topic = 'drives.later.v1', written_at = now()`);
    expect((await reportOf(foundation())).faults).toEqual([
      'fault drives: 1 of them wait for a release that supports the topic drives.later.v1',
    ]);
    await drives.query('delete from outbox');
  });

  it('names the newest photos and profile pictures without a file', async () => {
    const settings = { url: database.url };
    const [media, users] = [await connectMedia(settings), await connectUsers(settings)];
    closers.push(
      () => media.destroy(),
      () => users.destroy(),
    );
    await media.query(`insert into drive (id, title, is_private, is_published) values ('d', 'D', false, true)`);
    await media.query(`insert into photo (id, drive_id, added_at, approved, position, credit, description, color, width, height)
      values ('old', 'd', '2026-01-01', true, 0, '{}', '', '', 1, 1), ('new', 'd', '2026-02-01', true, 1, '{}', '', '', 1, 1)`);
    const root = join(folder, 'files');
    const storage = await DiskStorage.open({ root, linksUrl: 'http://localhost', clock: systemClock });
    for (const size of ['small', 'medium', 'large', 'original'])
      await storage.put(`photos/old/${size}.jpg`, [Buffer.from(size)], { contentType: 'image/jpeg', maxBytes: 99 });
    const foundation = () => foundationOf({ DATABASE_URL: database.url });
    expect((await reportOf(foundation())).faults).toEqual([
      'fault photos: 1 of the 2 newest photos lack a file: new of 2026-02-01T00:00:00.000Z; see docs/backup.md',
    ]);
    await storage.delete('photos/old/medium.jpg');
    expect((await reportOf(foundation())).faults[0]).toMatch(
      /^fault photos: 2 of the 2 newest photos lack a file: new of .*, old of /,
    );
    await media.query('delete from photo');
    expect((await reportOf(foundation())).faults).toEqual([]);
  });

  it('names the engines that the settings of one process omit, and reports no fault of them', async () => {
    // Aim: in a container of the drives service, a healthy index, mail server and queue are not reported as broken.
    const { faults, all } = await reportOf(foundationOf({ DATABASE_URL: database.url, SETTINGS_OF: 'drives' }));
    expect(faults).toEqual([]);
    expect(all.filter((line) => line.includes('unknown here'))).toEqual([
      expect.stringMatching(/^note mail: unknown here: the settings of drives do not include smtp;/),
      expect.stringMatching(/^note index: unknown here: the settings of drives do not include elasticsearch;/),
    ]);
  });

  it('reports every unavailable engine, and checks the remaining ones', async () => {
    const foundation = foundationOf({
      DATABASE_URL: database.url,
      KAFKA_BROKERS: NOWHERE,
      ELASTICSEARCH_URL: `http://${NOWHERE}`,
      S3_ENDPOINT: `http://${NOWHERE}`,
      S3_ACCESS_KEY: 'someone',
      S3_SECRET_KEY: 'hunter2-hunter2',
      REDIS_URL: `redis://:hunter2@${NOWHERE}`,
      SMTP_URL: `smtp://mailer:hunter2@${NOWHERE}`,
      OIDC_ISSUER: `http://${NOWHERE}`,
      OIDC_CLIENT_ID: 'drives',
      OIDC_CLIENT_SECRET: 'hunter2',
    });
    const began = performance.now();
    const { faults, all } = await reportOf(foundation);
    expect(performance.now() - began).toBeLessThan(TIMEOUT_MS + 2_000);
    expect(faults.map((line) => line.split(':')[0]).sort()).toEqual(
      expect.arrayContaining([
        'fault events',
        'fault files',
        'fault index',
        'fault jobs',
        'fault logins',
        'fault mail',
      ]),
    );
    expect(faults.join('\n')).toContain('fault logins: OIDC_ISSUER cannot be used: ');
    expect(all.join('\n')).toMatch(/ok database: PostgreSQL/);
    expect(all.join('\n')).not.toContain('hunter2');
  });

  it('reports only the outage of an unavailable database', async () => {
    const foundation = foundationOf({ DATABASE_URL: `postgres://switchback:hunter2@${NOWHERE}/x` });
    const { faults } = await reportOf(foundation);
    expect(faults.find((line) => line.startsWith('fault database'))).toMatch(/ECONNREFUSED/);
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it('shows the settings that are set, and no secret', async () => {
    const environment = { DATABASE_URL: 'postgres://a:hunter2@b/c', LOG_LEVEL: 'warn', PATH: '/bin', S3_BUCKET: ' ' };
    expect(await settingsCheck(environment).look()).toEqual([ok('DATABASE_URL=(secret)'), ok('LOG_LEVEL=warn')]);
  });

  it('gives up on every check after its timeout', async () => {
    const checks = [
      { name: 'stuck', needs: [], look: () => new Promise<never>(() => undefined) },
      {
        name: 'broken',
        needs: [],
        look: () => Promise.reject(new AggregateError([new Error('one'), new Error('two')])),
      },
      { name: 'well', needs: [], look: async () => [ok('well')] },
    ];
    const findings: unknown[] = [];
    const { faults } = await examine(checks, 50, (name, finding) => findings.push([name, finding]));
    expect(faults).toBe(2);
    expect(findings).toEqual([
      ['stuck', fault('does not answer within 0.05 s')],
      ['broken', fault('one; two')],
      ['well', ok('well')],
    ]);
  });

  it('prints ages in the most readable unit', () => {
    expect([250, 5_000, 300_000, 7_300_000, 5 * 86_400_000].map(inWords)).toEqual([
      '250 ms',
      '5 s',
      '5 min',
      '2 h',
      '5 d',
    ]);
  });
});
