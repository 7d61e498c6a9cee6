import type { LatLng } from './location.js';

/** Bits per axis; two axes fit into 32 bits with a sign. */
const AXIS_BITS = 15;

/**
 * Returns the position of a location on a Z-order curve through a grid of 0.011° of longitude by 0.0055° of latitude:
 * the numbers of two nearby places are mostly close, too. A whole number from 0 to 2^30 - 1. Method: G. M. Morton, "A
 * computer oriented geodetic data base" (1966).
 */
export function zOrder({ lat, lng }: LatLng): number {
  return spread(cell((lng + 180) / 360)) | (spread(cell((lat + 90) / 180)) << 1);
}

/** @param share of the axis, from 0 to 1. */
function cell(share: number): number {
  const cells = 2 ** AXIS_BITS;
  return Math.min(Math.floor(share * cells), cells - 1);
}

/** Inserts a zero bit above each of the low sixteen. */
function spread(bits: number): number {
  const bytes = (bits | (bits << 8)) & 0x00ff00ff;
  const nibbles = (bytes | (bytes << 4)) & 0x0f0f0f0f;
  const pairs = (nibbles | (nibbles << 2)) & 0x33333333;
  return (pairs | (pairs << 1)) & 0x55555555;
}
