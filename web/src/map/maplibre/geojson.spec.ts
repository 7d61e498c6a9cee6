// Aim: moving the map passes only the changed lines to the engine, and ends with exactly the given ones.
import { describe, expect, it } from 'vitest';
import type { MapLine } from '../map-port.js';
import { lineChanges, lineFeatures } from './geojson.js';

const line = (id: string, lat: number): MapLine => ({
  id,
  path: [
    { lat, lng: 0 },
    { lat, lng: 1 },
  ],
});

/** Applies changes as the engine's documentation specifies. */
function applied(before: readonly MapLine[], after: readonly MapLine[]) {
  const features = new Map(
    lineFeatures(before).features.map((feature) => [String(feature.properties?.['id']), feature]),
  );
  const { remove = [], add = [], update = [] } = lineChanges(before, after);
  for (const id of remove) features.delete(String(id));
  for (const feature of add) features.set(String(feature.properties?.['id']), feature as never);
  for (const { id, addOrUpdateProperties = [] } of update)
    for (const { key, value } of addOrUpdateProperties)
      Object.assign(features.get(String(id))?.properties ?? {}, { [key]: value as unknown });
  return features;
}

describe('lineChanges', () => {
  const before = [line('a', 1), line('b', 2), line('c', 3)];

  it.each([
    ['lines were added and removed', [line('c', 3), line('d', 4), line('a', 1)]],
    ['one has another shape', [line('a', 1), line('b', 2.5), line('c', 3)]],
    ['one became approximate', [line('a', 1), { ...line('b', 2), approximate: true }, line('c', 3)]],
    ['all went', []],
  ])('result in the given lines when %s', (_case, after) => {
    expect([...applied(before, after).values()]).toEqual(expect.arrayContaining(lineFeatures(after).features));
    expect(applied(before, after).size).toBe(after.length);
  });

  it('do not resend unchanged lines', () => {
    const after = [line('b', 2), line('a', 1), line('c', 3)];
    const { add, remove, update } = lineChanges(before, after);
    expect({ add, remove }).toEqual({ add: [], remove: [] });
    expect(update?.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});
