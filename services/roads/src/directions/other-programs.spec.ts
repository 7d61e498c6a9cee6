// Aim: a drive that is exported to another program and imported again stays the same, with files as these programs
// really write them.
import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { lineOfLegs, type ElevatedPoint } from '@switchback/geo/elevation';
import { exportedGpx } from './exported.fixture.js';
import { readTrack } from './read-track.js';

/** Reads a GPX file from stdin and writes it with gpxpy. */
const GPXPY = 'import gpxpy, sys; sys.stdout.write(gpxpy.parse(sys.stdin.buffer.read().decode()).to_xml())';
const RUN_TIMEOUT_MS = 20_000;

const place = (label: string, at: number, lng = -82.5) => ({ label, location: { lat: 35 + at / 100, lng } });
const LINE: ElevatedPoint[] = [0, 1, 2, 3, 4, 5].map((at) => ({ lat: 35 + at / 100, lng: -82.5, elevation: 500 + at }));
const DRIVE = {
  title: 'Tail & <b>Dragon</b>',
  description: 'First & best.\n\nSecond “quoted” – 日本',
  waypoints: [place('Gap <North>', 0), place('Overlook', 2), place('Falls', 5)],
  pointsOfInterest: [place('Tea House', 3), place('Inn', 4, -82.51)],
};
const FILE = exportedGpx(DRIVE, LINE);

/** Skips the tests, with the reason in the title, if a program is not installed. */
function withProgram(name: string, probe: string[], tests: () => void): void {
  const isThere = spawnSync(probe[0]!, probe.slice(1), { timeout: RUN_TIMEOUT_MS }).status === 0;
  if (isThere) describe(name, tests);
  else describe.skip(`${name} (skipped: it is not installed)`, tests);
}

function through(program: string, args: string[], input: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input,
    encoding: 'utf8',
    timeout: RUN_TIMEOUT_MS,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
  return stdout;
}

async function read(content: string, fileName: string) {
  const found = await readTrack(Readable.from([Buffer.from(content)]), fileName);
  if (!('track' in found)) throw new Error(JSON.stringify(found));
  const { title, description, waypoints, pointsOfInterest, legs } = found.track;
  const labelled = waypoints.map(({ label, location }) => ({ label, location }));
  return { drive: { title, description, waypoints: labelled, pointsOfInterest }, line: lineOfLegs(legs) };
}

withProgram('gpxpy', ['python3', '-c', 'import gpxpy'], () => {
  it('preserves a drive', async () => {
    expect(await read(through('python3', ['-c', GPXPY], FILE), 'drive.gpx')).toEqual({ drive: DRIVE, line: LINE });
  });
});

withProgram('GPSBabel', ['gpsbabel', '-V'], () => {
  const babel = (to: string) => through('gpsbabel', ['-i', 'gpx', '-f', '-', '-o', to, '-F', '-'], FILE);

  it('preserves a drive as GPX', async () => {
    const { drive, line } = await read(babel('gpx'), 'drive.gpx');
    expect(line).toEqual(LINE);
    expect(drive).toMatchObject({ title: DRIVE.title, waypoints: DRIVE.waypoints });
  });

  it('preserves a drive as KML, whose track points are not stops', async () => {
    // KML does not distinguish a stop from a point of interest: a place on the line is a stop.
    const { drive, line } = await read(babel('kml'), 'drive.kml');
    expect(line).toEqual(LINE);
    expect(drive.title).toBe(DRIVE.title);
    expect(drive.waypoints.map(({ label }) => label)).toEqual(['Gap <North>', 'Overlook', 'Tea House', 'Falls']);
    expect(drive.pointsOfInterest.map(({ label }) => label)).toEqual(['Inn']);
  });
});
