// Aim: single drives, small clusters and large ones differ at a glance, and none covers a state.
import { expect, it } from 'vitest';
import { clusterRadiusPixels } from './cluster-looks.js';

it('draws single drives as small pins and larger clusters wider, within limits', () => {
  const radii = [1, 2, 10, 100, 1_000, 10_000].map(clusterRadiusPixels);
  for (const [index, radius] of radii.slice(1).entries()) expect(radius).toBeGreaterThan(radii[index]! + 3);
  expect(radii[0]).toBeLessThan(radii[1]! * 0.7);
  expect(clusterRadiusPixels(1e9)).toBeLessThanOrEqual(32);
});
