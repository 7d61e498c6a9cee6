import { readFileSync } from 'node:fs';
import { boundsOfPath } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import { encodePolyline } from '@switchback/geo/polyline';
import { shapesOfFile, syntheticDrives } from '@switchback/testing/synthetic-drives';
import { changeOf } from './document.js';
import type { IndexChange } from './index/search-index.js';

/**
 * Returns the real catalogue as if just imported: titles and routes of a file of byways, without reviews or popularity.
 */
export function changesOfByways(file: string): IndexChange[] {
  const shapes = shapesOfFile(file);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const [model] = syntheticDrives(1, { seed: 1, shapes });
  const { saved } = model!;
  return lines.map((line, index) => {
    const { id, properties } = JSON.parse(line) as { id: string; properties: { title: string } };
    const path = shapes[index]!;
    const summary = {
      ...saved!.summary!,
      id,
      title: properties.title,
      distance: pathLengthMeters(path),
      bounds: boundsOfPath(path),
      startLocation: path[0]!,
      starRating: undefined,
    };
    return changeOf({ ...model!, id, saved: { ...saved!, summary, path: encodePolyline(path), popularity: 0 } });
  });
}
