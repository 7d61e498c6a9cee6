// Aim: the regions of a long track of several parts are those it passes through, not those between its parts.
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { partsOf } from '@switchback/geo/parts';
import { readTrack } from './read-track.js';

it('a sketch has the parts of its line and few of its points', async () => {
  const part = (lng: number) => Array.from({ length: 3_000 }, (_, index) => [lng, 35 + index / 10_000]);
  const geometry = { type: 'MultiLineString', coordinates: [part(-82), part(-75)] };
  const read = await readTrack(Readable.from([JSON.stringify({ type: 'Feature', properties: {}, geometry })]));
  const { sketch, isWhole } = 'track' in read ? read.track : { sketch: [], isWhole: true };
  expect(isWhole).toBe(false);
  expect(partsOf(sketch)).toHaveLength(2);
  expect(sketch.length).toBeGreaterThan(1_000);
  expect(sketch.length).toBeLessThan(2_100);
});
