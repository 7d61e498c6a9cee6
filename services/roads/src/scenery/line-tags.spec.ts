// Aim: tags follow from what the map shows along a line, and say for how much of the line they hold.
import { describe, expect, it } from '@jest/globals';
import { lineLengthMeters } from '@switchback/geo/parts';
import { lineTags } from './line-tags.js';

const at = (lat: number, lng: number) => ({ lat, lng });
/** Big Sur, from Carmel to San Simeon, as a coarse line along the shore. */
const BIG_SUR = [at(36.52, -121.93), at(36.27, -121.83), at(36.1, -121.62), at(35.89, -121.46), at(35.66, -121.22)];
const NAMES = ({ name }: { name: string }) => name;

describe('the tags of a line', () => {
  it.each([
    ['Big Sur', BIG_SUR, ['coast', 'mountain']],
    ['a street grid in Manhattan', [at(40.72, -73.99), at(40.78, -73.96)], ['city']],
    ['a road in Death Valley', [at(36.35, -116.85), at(36.6, -117.1)], ['desert', 'recreation']],
    ['a road past Lake Tahoe', [at(39.1, -119.95), at(39.0, -119.95)], ['lake', 'mountain', 'forest']],
    ['fields in Iowa', [at(42.1, -94.2), at(42.1, -94.6)], ['rural']],
    ['a road over the antimeridian in Fiji', [at(-16.78, 179.98), at(-16.8, -179.98)], ['coast']],
  ])('are those of %s', (_, line, expected) => {
    expect(lineTags(line).map(NAMES)).toEqual(expect.arrayContaining(expected));
  });

  it('say for how much of the line they hold, across its parts but not its gaps', () => {
    const inland = [at(42.1, -94.2), at(42.1, -94.6)];
    // The first point of a gap occurs twice.
    const line = [...BIG_SUR, BIG_SUR.at(-1)!, ...inland];
    const tags = new Map(lineTags(line).map(({ name, meters }) => [name, meters]));
    expect(tags.get('rural')).toBeGreaterThan(0.95 * lineLengthMeters(inland));
    expect(tags.get('rural')).toBeLessThan(lineLengthMeters(line));
    expect(tags.get('coast')).toBeLessThanOrEqual(lineLengthMeters(BIG_SUR));
  });

  it('are none for a theme that a small part of the line touches', () => {
    // From Iowa to Lake Michigan: the shore is a fiftieth of it.
    expect(lineTags([at(42.1, -94.2), at(42.1, -87.73)]).map(NAMES)).not.toContain('lake');
  });
});
