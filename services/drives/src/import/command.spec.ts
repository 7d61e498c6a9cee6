import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { withElevations } from '@switchback/geo/elevation';
import { decodePolyline } from '@switchback/geo/polyline';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { Drive, DriveRoute } from '../drive/drive.entity.js';
import { capture, featureOf, openDrives, type OpenedDrives, outboxOf } from '../drives.fixture.js';
import { importCommand } from './command.js';
import { zipped } from '@switchback/tracks/files/track-files.fixture';

let database: TestDatabase;
let drives: OpenedDrives;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'switchback-import-'));
  await drives.source.query('truncate drive, outbox cascade');
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

async function file(name: string, features: (object | string)[]): Promise<string> {
  const path = join(folder, name);
  const lines = features.map((feature) => (typeof feature === 'string' ? feature : JSON.stringify(feature)));
  await writeFile(path, `${lines.join('\n')}\n`);
  return path;
}

async function run(...argv: string[]): Promise<{ code: number; text: string; stored: string[] }> {
  const { output, text } = capture();
  const code = await importCommand(argv, { service: drives.service, output });
  const stored = await drives.source.getRepository(Drive).find({ order: { title: 'ASC' } });
  return { code, text: text(), stored: stored.map(({ title, rev }) => `${title} ${rev}`) };
}

const polygon = {
  ...featureOf({ id: 'p' }),
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  },
};

describe('the import command', () => {
  it('accepts stops and points of interest next to a line', async () => {
    // Aim: stops planned in another program are kept with the drive, and importing the same file again changes nothing.
    const wpt = (name: string, lat: number, lng = -82.5) => `<wpt lat="${lat}" lon="${lng}"><name>${name}</name></wpt>`;
    const points = [35.1, 35.2, 35.3].map((lat) => `<trkpt lat="${lat}" lon="-82.5"><ele>${lat * 20}</ele></trkpt>`);
    const track = `<trk><name>Ridge</name><trkseg>${points.join('')}</trkseg></trk>`;
    const path = await file('ridge.gpx', [
      `<gpx>${wpt('Gap', 35.2)}${wpt('x'.repeat(400), 35.3)}${wpt('Tea', 35.21, -82.52)}${track}</gpx>`,
    ]);
    expect(await run(path)).toMatchObject({ code: 0, stored: ['Ridge 1'] });
    const route = await drives.source.getRepository(DriveRoute).findOneByOrFail({});
    expect(route.waypoints.map(({ label, pathIndex }) => [label, pathIndex])).toEqual([
      [expect.any(String), 0],
      ['Gap', 1],
      ['x'.repeat(LIMITS.waypointLabelMax), 2],
    ]);
    expect(route.pointsOfInterest).toEqual([{ label: 'Tea', location: { lat: 35.21, lng: -82.52 } }]);
    expect(withElevations(decodePolyline(route.path), route.elevation)[2]!.elevation).toBe(706);
    expect(await run(path)).toMatchObject({ code: 0, stored: ['Ridge 1'] });
  });

  it('imports valid features and lists rejected ones with line and reason', async () => {
    // Aim: a file with bad lines imports its good ones, and the person learns which lines to fix.
    const path = await file('mixed.geojsonl', [
      featureOf({ id: 'a' }),
      '{"type": "Feature", ',
      polygon,
      featureOf({ id: 'b' }),
    ]);
    const { code, text, stored } = await run(path);
    expect(stored).toEqual(['Drive a 1', 'Drive b 1']);
    expect(text).toMatch(/^mixed\.geojsonl, line 2: refused\. .+/m);
    expect(text).toMatch(/^mixed\.geojsonl, line 3: refused\. .+/m);
    expect(text).toContain('Imported: 2 new, 0 changed, 0 unchanged. Refused: 2.');
    expect(code).toBe(0);
  });

  it('exits with 1 if strict and a feature was refused, and if none was accepted', async () => {
    // Aim: scripts can distinguish success from failure by the exit code alone.
    const mixed = await file('mixed.geojsonl', [featureOf({ id: 'a' }), polygon]);
    const bad = await file('bad.geojsonl', [polygon]);
    const good = await file('good.geojsonl', [featureOf({ id: 'a' })]);
    expect((await run('--strict', mixed)).code).toBe(1);
    expect((await run(bad)).code).toBe(1);
    expect((await run(join(folder, 'missing.gpx'))).code).toBe(1);
    expect((await run('--strict', good)).code).toBe(0);
  });

  it('names the files of an archive that it leaves out, and exits with 1 if strict', async () => {
    // Aim: no file of an archive is missing without a word.
    const path = join(folder, 'tour.zip');
    const days = Array.from({ length: 22 }, (_, at) => [
      `day${at}.geojson`,
      JSON.stringify(featureOf({ id: `${at}` })),
    ]);
    await writeFile(path, await zipped(Object.fromEntries(days) as Record<string, string>));
    const { code, text, stored } = await run(path);
    expect([code, stored.length]).toEqual([0, 20]);
    expect(text).toMatch(/tour\.zip, line 1: refused\. .*left out: day20\.geojson, day21\.geojson\./);
    expect((await run('--strict', path)).code).toBe(1);
  });

  it('draws a bar on a terminal without losing a line', async () => {
    // Aim: a terminal lists the same lines as a file, including the last line and a missing file.
    const path = await file('mixed.geojsonl', [featureOf({ id: 'a' }), polygon]);
    const { output, text } = capture();
    const terminal = Object.assign(output, { isTTY: true, columns: 120 });
    const code = await importCommand([join(folder, 'missing.gpx'), path], {
      service: drives.service,
      output: terminal,
    });
    expect(code).toBe(0);
    expect(text()).toContain('100% |');
    expect(text()).toContain('missing.gpx: refused.');
    expect(text()).toMatch(/mixed\.geojsonl, line 2: refused\./);
    expect(text()).toMatch(/Imported: 1 new, 0 changed, 0 unchanged\. Refused: 2\.\n$/);
  });

  it('prints its usage for an invalid command', async () => {
    // Aim: a wrong option or no file changes nothing and prints the usage.
    for (const argv of [[], ['--dryrun', 'x'], ['--strict']]) {
      const { code, text } = await run(...argv);
      expect([code, text]).toEqual([2, expect.stringContaining('Usage: npm run import')]);
    }
  });

  it('changes nothing on a dry run', async () => {
    // Aim: prints the same result as the real import, and leaves the catalogue untouched.
    const path = await file('drives.geojsonl', [featureOf({ id: 'a' }), featureOf({ id: 'b' }), polygon]);
    const { code, text, stored } = await run('--dry-run', path);
    expect(text).toContain('Would be imported: 2 new, 0 changed, 0 unchanged. Refused: 1.');
    expect([code, stored]).toEqual([0, []]);
  });

  it('changes nothing the second time and updates an edited feature', async () => {
    // Aim: importing again is free, and exactly the edited drive gets a new revision and an event.
    const path = await file('drives.geojsonl', [featureOf({ id: 'a' }), featureOf({ id: 'b' })]);
    await run(path);
    expect((await run(path)).text).toContain('Imported: 0 new, 0 changed, 2 unchanged.');
    const edited = await file('edited.geojsonl', [featureOf({ id: 'a' }), featureOf({ id: 'b', title: 'Edited' })]);
    const { text, stored } = await run(edited);
    expect(text).toContain('Imported: 0 new, 1 changed, 1 unchanged.');
    expect(stored).toEqual(['Drive a 1', 'Edited 2']);
    expect(await outboxOf(drives.source)).toHaveLength(3);
  });

  it('rejects a feature that occurs twice in one run', async () => {
    // Aim: two features with one id would overwrite the drive in turn; the later one is refused, with the location of
    // the first.
    const first = await file('first.geojsonl', [featureOf({ id: 'a', title: 'One' })]);
    const second = await file('second.geojsonl', [featureOf({ id: 'b' }), featureOf({ id: 'a', title: 'Two' })]);
    const { text, stored } = await run(first, second);
    expect(text).toContain(
      'second.geojsonl, line 2: refused. It is the same feature as the one at first.geojsonl, line 1.',
    );
    expect(stored).toEqual(['Drive b 1', 'One 1']);
  });

  it('continues an interrupted run', async () => {
    // Aim: if the database fails between batches, complete batches are stored, and the next run adds only the rest.
    const features = Array.from({ length: 450 }, (_, index) => featureOf({ id: `f${String(index).padStart(3, '0')}` }));
    const path = await file('long.geojsonl', features);
    await drives.source.query(`alter table drive add constraint crash check (title <> 'Drive f300')`);
    await expect(run(path)).rejects.toThrow('crash');
    await drives.source.query('alter table drive drop constraint crash');
    expect(await drives.source.getRepository(Drive).count()).toBe(200);
    expect((await run(path)).text).toContain('Imported: 250 new, 0 changed, 200 unchanged.');
    expect(await outboxOf(drives.source)).toHaveLength(450);
  });

  it('stops after a complete batch, and continues the next time', async () => {
    // Aim: after Ctrl-C no drive reported as imported is lost, the output explains how to continue, and a script can
    // distinguish it from success.
    const features = Array.from({ length: 450 }, (_, index) => featureOf({ id: `f${index}` }));
    const path = await file('long.geojsonl', features);
    const stop = new AbortController();
    const { output, text } = capture();
    const service = {
      previewImport: () => Promise.reject(new Error('not a dry run')),
      importDrives: async (batch: Parameters<typeof drives.service.importDrives>[0]) => {
        stop.abort();
        return drives.service.importDrives(batch);
      },
    };
    expect(await importCommand([path], { service, output, stop: stop.signal })).toBe(130);
    expect(text()).toMatch(/Imported: 200 new, .*\nStopped before the end\./);
    expect(await drives.source.getRepository(Drive).count()).toBe(200);
    expect((await run(path)).text).toContain('Imported: 250 new, 0 changed, 200 unchanged.');
  });
});
