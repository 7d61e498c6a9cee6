import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { Drive } from '../drive/drive.entity.js';
import { capture, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { importCommand } from './command.js';

const FILE = process.env['BYWAYS_FILE'];
const UNITED_STATES = 233;
/** Needs the file; the command's own spec covers small files. */
const describeWithFile = FILE ? describe : describe.skip;

let database: TestDatabase;
let drives: OpenedDrives;

describeWithFile('the 689 byways (skipped without BYWAYS_FILE)', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    drives = await openDrives(database.url, await openEmbeddedPlaces());
  });
  afterAll(async () => {
    await drives.close();
    await database.drop();
  });

  it('are imported completely, at least 675 of them in exactly the states that their editors name', async () => {
    // Aim: the real catalogue imports without a refusal, and its drives' regions are computed correctly.
    const { output, text } = capture();
    expect(await importCommand([FILE!, '--strict'], { service: drives.service, output })).toBe(0);
    expect(text()).toContain('Imported: 689 new, 0 changed, 0 unchanged. Refused: 0.');
    const all = await drives.source.getRepository(Drive).find();
    const codes = postalCodes();
    const right = all.filter(({ countries, claimedStates }) => {
      const found = countries.flatMap(({ country, states }) => (country?.id === UNITED_STATES ? states : []));
      const computed = found.map(({ name }) => codes.get(name)).sort();
      return computed.join() === [...new Set(claimedStates)].sort().join();
    });
    expect(right.length).toBeGreaterThanOrEqual(675);
    expect(Math.min(...all.map(({ distance }) => distance))).toBeGreaterThan(100);
    expect(all.filter(({ startAddress, endAddress }) => !startAddress || !endAddress)).toEqual([]);
    expect(all.filter(isToldTwice)).toEqual([]);
    const kept = all.reduce((sum, { distance }) => sum + distance, 0);
    expect(kept / lengthOfFile(FILE!)).toBeGreaterThanOrEqual(0.995);
  });
});

/** Returns postal codes by the names of the states, from the data set itself. */
function postalCodes(): Map<string, string> {
  const file = createRequire(import.meta.url).resolve('@countrystatecity/countries/data/United_States-US/states.json');
  const states = JSON.parse(readFileSync(file, 'utf8')) as { name: string; iso2: string }[];
  return new Map(states.map(({ name, iso2 }) => [name, iso2]));
}

/** Returns whether a drive claims to lead from a town to the same town without being a loop. */
function isToldTwice({ startAddress, endAddress, startLocation: from, endLocation: to }: Drive): boolean {
  const apart = distanceMeters({ lat: from.y, lng: from.x }, { lat: to.y, lng: to.x });
  // Far from any town, both ends may lie in one county.
  return startAddress === endAddress && apart > 2_000 && !/ (County|Parish|area), /.test(endAddress);
}

/** Returns the meters of all lines in the file, whatever the import makes of them. */
function lengthOfFile(file: string): number {
  const features = readFileSync(file, 'utf8').trim().split('\n');
  return features.reduce((sum, text) => {
    const { geometry } = JSON.parse(text) as { geometry: { type: string; coordinates: unknown } };
    const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as [
      number,
      number,
    ][][];
    return sum + lines.reduce((meters, line) => meters + pathLengthMeters(line.map(([lng, lat]) => ({ lat, lng }))), 0);
  }, 0);
}
