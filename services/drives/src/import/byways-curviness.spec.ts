// Aim: the bands of curviness and the estimated times are those of the roads that people know (docs/curviness.md).
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { bandOf, CURVINESS_BAND_NAMES, type CurvinessBand } from '@switchback/contracts/rules/curviness';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';
import { fakePlaces } from '@switchback/testing/fake-places';
import { lineContentOf } from '../content/drive-content.js';
import { normalizeFeature, type NormalizedDrive } from '@switchback/tracks/features/normalize-feature';
import type { RawFeature } from '@switchback/tracks/features/raw-feature';

const FILE = process.env['BYWAYS_FILE'];
const METERS_PER_MILE = 1_609.344;
/** Needs the file; the measures' own specs cover made-up lines. */
const describeWithFile = FILE ? describe : describe.skip;

interface Byway {
  feature: RawFeature;
  drive: NormalizedDrive;
}

let byways: Byway[];

describeWithFile('the 689 byways (skipped without BYWAYS_FILE)', () => {
  beforeAll(() => {
    byways = readFileSync(FILE!, 'utf8').trim().split('\n').map(bywayOf);
  });

  it('are divided into bands that are worth choosing', () => {
    const bands = byways.map(({ drive }) => bandOf(drive.degreesPerKm));
    const shares = CURVINESS_BAND_NAMES.map((name) => bands.filter((band) => band === name).length / bands.length);
    expect(Math.max(...shares)).toBeLessThan(0.6);
    expect(Math.min(...shares)).toBeGreaterThan(0.03);
  });

  it.each<[string, CurvinessBand[]]>([
    ['Routes 5 & 580--West Side Freeway', ['gentle']],
    ['Natchez Trace Parkway - Mississippi', ['gentle']],
    ['Sandhills Journey', ['gentle']],
    ['Talimena Scenic Drive', ['winding']],
    ['Blue Ridge Parkway', ['winding', 'twisty']],
    ['Beartooth Highway', ['winding', 'twisty']],
    ['Skyline Drive', ['winding', 'twisty']],
    ['Cherohala Skyway', ['twisty', 'relentless']],
    ['Sandia Crest Byway', ['relentless']],
  ])('put %s into %p', (title, expected) => {
    const { drive } = byways.find((byway) => byway.drive.title === title)!;
    expect(expected).toContain(bandOf(drive.degreesPerKm));
  });

  it('rank as by the length of their curves, where their lines show these', () => {
    const fine = byways.flatMap(({ drive }) => {
      return drive.curviness.perKilometer === null ? [] : [[drive.degreesPerKm, drive.curviness.perKilometer]];
    });
    expect(fine.length).toBeGreaterThan(15);
    const coarse = fine.map(([degrees]) => degrees!);
    expect(
      rankCorrelation(
        coarse,
        fine.map(([, perKilometer]) => perKilometer!),
      ),
    ).toBeGreaterThan(0.8);
  });

  it('take the time that their texts name', async () => {
    // Regions do not matter and take long to find.
    const real = await openEmbeddedPlaces();
    const places: Places = { ...fakePlaces(), settledShare: (path) => real.settledShare(path) };
    const ratios = byways.flatMap(({ feature, drive }) => {
      const hours = drivingHours(feature, drive.distanceMeters / METERS_PER_MILE);
      return hours === null ? [] : [lineContentOf(drive, places).drive.duration! / 3_600 / hours];
    });
    expect(ratios.length).toBeGreaterThan(200);
    const sorted = ratios.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)]!;
    expect(at(0.5)).toBeGreaterThan(0.9);
    expect(at(0.5)).toBeLessThan(1.1);
    expect(at(0.25)).toBeGreaterThan(0.7);
    expect(at(0.75)).toBeLessThan(1.3);
  });
});

function bywayOf(line: string): Byway {
  const feature = JSON.parse(line) as RawFeature;
  const normalized = normalizeFeature(feature);
  if ('refused' in normalized) throw new Error(normalized.refused);
  return { feature, drive: normalized.drive };
}

/** Returns Spearman's coefficient; values are distinct. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const ranks = (values: readonly number[]) => values.map((value) => values.filter((other) => other < value).length);
  const [ranksA, ranksB] = [ranks(a), ranks(b)];
  const squares = ranksA.reduce((sum, rank, index) => sum + (rank - ranksB[index]!) ** 2, 0);
  return 1 - (6 * squares) / (a.length * (a.length ** 2 - 1));
}

const WORDS = ['a', 'an', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const TIME = String.raw`(?<count>\d+(?:\.\d+)?|${WORDS.join('|')})[ -]*(?<unit>hour|minute)s?`;
const DRIVING_TIMES = [
  new RegExp(String.raw`\b${TIME}[^.;]{0,12}?\bto drive`),
  new RegExp(String.raw`^(?:allow |about |approximately |take )?${TIME}\.?$`),
];

/** Returns the hours of driving in a text such as "Two hours to drive", if the line is as long as the byway. */
function drivingHours({ properties }: RawFeature, miles: number): number | null {
  const text = String(properties['durationText']).toLowerCase();
  const { count, unit } = DRIVING_TIMES.map((pattern) => pattern.exec(text)?.groups).find(Boolean) ?? {};
  const isWhole = Math.abs(miles / Number(properties['distanceMiles']) - 1) < 0.15;
  if (count === undefined || !isWhole || miles < 5) return null;
  const number = WORDS.includes(count) ? Math.max(1, WORDS.indexOf(count) - 1) : Number(count);
  return number / (unit === 'minute' ? 60 : 1);
}
