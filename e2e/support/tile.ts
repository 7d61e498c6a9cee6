import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Samples along each edge: three arc seconds apart. */
const EDGE = 1_201;

/** Writes the SRTM tile N36W071, at sea, which rises evenly from 0 m at its southern edge to the north. */
export function writeTile(folder: string, metersAtNorth: number): void {
  const samples = new Int16Array(EDGE * EDGE);
  for (let row = 0; row < EDGE; row += 1) {
    samples.fill(Math.round(metersAtNorth * (1 - row / (EDGE - 1))), row * EDGE, (row + 1) * EDGE);
  }
  writeFileSync(join(folder, 'N36W071.hgt'), Buffer.from(samples.buffer).swap16());
}
