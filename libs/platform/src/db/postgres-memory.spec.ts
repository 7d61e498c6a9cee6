// Aim: the server gets more memory on a larger machine, but always leaves enough for the product.
import { describe, expect, it } from '@jest/globals';
import { memoryBytes, memorySettings } from './postgres-memory.js';

const GIGABYTE = 2 ** 30;

describe('the memory of PostgreSQL', () => {
  it.each([
    [0.5, 128, 256],
    [2, 341, 1_024],
    [24, 4_096, 12_288],
    [256, 4_096, 131_072],
  ])('with %d GB is a share of it within bounds', (gigabytes, buffers, cache) => {
    expect(memorySettings(gigabytes * GIGABYTE)).toEqual([
      `shared_buffers=${buffers}MB`,
      `effective_cache_size=${cache}MB`,
    ]);
  });

  it.each([
    [16, 4, 4],
    [16, 0, 16],
    // A container without a limit may report a value larger than any machine.
    [16, 2 ** 33, 16],
  ])('with %d GB in a container of %d GB is that of %d GB', (machine, container, usable) => {
    expect(memoryBytes(machine * GIGABYTE, container * GIGABYTE)).toBe(usable * GIGABYTE);
  });
});
