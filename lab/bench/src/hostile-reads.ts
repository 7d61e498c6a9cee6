import { Drive, DriveRoute } from '@switchback/drives/drive/drive.entity';
import { encodePolyline } from '@switchback/geo/polyline';
import { type Catalogue, drivesOf, routeOf } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { openLoop } from './load.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { limited, record } from './result.js';
import { spread } from './statistics.js';

const WAIT_MAX_MS = 500;
/** Light calls per second, from before the requests are sent until after they are answered. */
const RATE = 50;
const LOOK_MS = 5_000;
/** As many as an attacker sends at once. */
const AT_ONCE = 40;
/** A line as an older release stored it. */
const POINTS = 190_000;
const ID = 'longest-line';

/** Reads of a drive that used to block the event loop for as long as there were any. */
const READS: Readonly<Record<string, string>> = {
  'downloads of its GPX': `/api/drives/drive/${ID}/export/gpx`,
  'downloads of its KML': `/api/drives/drive/${ID}/export/kml`,
  'requests of its details': `/api/drives/drive/${ID}/details`,
  'requests of its directions': `/api/drives/drive/${ID}/directions`,
};

/** P18: longest wait of a light call while forty visitors read the longest drive. */
export async function measureHostileReads(
  { rounds, seed }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const http = new HttpClient(product.url, RATE + AT_ONCE);
  await addLongestDrive(catalogue, seed);
  try {
    const light = () => http.ask({ method: 'GET', path: '/api/stats/drives' });
    for (const [what, path] of Object.entries(READS)) {
      const waits: number[] = [];
      let complete = 0;
      for (let round = 0; round < rounds; round += 1) {
        const calls = openLoop(RATE, LOOK_MS, light);
        const reads = Array.from({ length: AT_ONCE }, () => http.send({ method: 'GET', path }));
        const statuses = (await Promise.all(reads)).map(({ status }) => status);
        complete = statuses.filter((status) => status === 200).length;
        if (complete === 0) throw new Error(`The responses to ${path} were ${statuses.join()}.`);
        waits.push(Math.max(...(await calls)));
      }
      const ours = spread(waits);
      record({
        goal: 'P18',
        size: catalogue.label,
        measure: `longest light call beside ${AT_ONCE} ${what}`,
        ...limited(WAIT_MAX_MS, 'ms', { ours }),
        met: ours.high <= WAIT_MAX_MS,
        note: `${complete} of them are answered, the others refused`,
      });
    }
  } finally {
    http.close();
    await catalogue.drives.getRepository(Drive).delete({ id: ID });
  }
}

async function addLongestDrive({ drives }: Catalogue, seed: number): Promise<void> {
  const [model] = drivesOf(1, seed);
  const { saved } = model!;
  const path = encodePolyline(
    Array.from({ length: POINTS }, (_, at) => ({ lat: 35 + at / 1e5, lng: -82 + Math.sin(at / 90) / 100 })),
  );
  const summary = { ...saved!.summary!, id: ID };
  const route = routeOf({ ...model!, id: ID, saved: { ...saved!, summary, path } });
  const { startLocation, endLocation, startAddress, endAddress } = summary;
  const waypoints = [
    { label: startAddress, location: startLocation, pathIndex: 0 },
    { label: endAddress, location: endLocation, pathIndex: POINTS - 1 },
  ];
  await drives.getRepository(Drive).upsert(route.drive, ['id']);
  await drives.getRepository(DriveRoute).upsert({ ...route, waypoints }, ['driveId']);
}
