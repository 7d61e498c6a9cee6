// Aim: at low zooms, lines appear only where a person can see them and tell them apart.
import { describe, expect, it } from 'vitest';
import { distinctLines } from './distinct-lines.js';

const line = (id: string, lat: number, lngs: readonly [number, number]) => ({
  id,
  path: lngs.map((lng) => ({ lat, lng })),
});

describe('distinctLines', () => {
  it('omits lines that are too short to be seen', () => {
    const lines = [line('long', 36, [-83, -81]), line('short', 38, [-83, -82.9])];
    expect(distinctLines(lines, 6).map(({ id }) => id)).toEqual(['long']);
    expect(distinctLines(lines, 9).map(({ id }) => id)).toEqual(['long', 'short']);
  });

  it('prefers the more important of two lines on one road, and keeps one that only crosses it', () => {
    const crossing = { id: 'crossing', path: [-1, 1].map((away) => ({ lat: 36 + away, lng: -82 })) };
    const lines = [line('first', 36, [-83, -81]), line('same', 36.001, [-82.9, -81.1]), crossing];
    expect(distinctLines(lines, 7).map(({ id }) => id)).toEqual(['first', 'crossing']);
  });

  it('sees both ends of a line across the antimeridian', () => {
    expect(distinctLines([line('fiji', -17, [179, -179])], 7)).toHaveLength(0);
    const path = [178, 179.9, -179.9, -178].map((lng) => ({ lat: -17, lng }));
    expect(distinctLines([{ id: 'fiji', path }], 7)).toHaveLength(1);
  });
});
