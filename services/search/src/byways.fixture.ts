import { readFileSync } from 'node:fs';
import { boundsOfPath } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import { encodePolyline } from '@switchback/geo/polyline';
import { shapesOfFile, syntheticDrives } from '@switchback/testing/synthetic-drives';
import { changeOf } from './document.js';
import type { IndexChange } from './index/search-index.js';
import { STATE_CODES } from './road-numbers.js';

interface Byway {
  id: string;
  properties: { title: string; description: string | null; states: string[] };
}

/**
 * Returns the real catalogue as if just imported: titles, descriptions, states and routes of a file of byways, without
 * reviews or popularity.
 */
export function changesOfByways(file: string): IndexChange[] {
  const shapes = shapesOfFile(file);
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const [model] = syntheticDrives(1, { seed: 1, shapes });
  const { saved } = model!;
  return lines.map((line, index) => {
    const { id, properties } = JSON.parse(line) as Byway;
    const states = properties.states.map(stateOf);
    const path = shapes[index]!;
    const summary = {
      ...saved!.summary!,
      id,
      title: properties.title,
      description: properties.description ?? '',
      countries: [{ country: { id: 233, name: 'United States' }, states }],
      statesOrProvinces: states,
      tags: [],
      distance: pathLengthMeters(path),
      bounds: boundsOfPath(path),
      startLocation: path[0]!,
      starRating: undefined,
    };
    return changeOf({ ...model!, id, saved: { ...saved!, summary, path: encodePolyline(path), popularity: 0 } });
  });
}

/** Returns the state with a postal code, under a made-up id. */
function stateOf(code: string): { id: number; name: string } {
  const at = Object.values(STATE_CODES).indexOf(code.toLowerCase());
  const name = Object.keys(STATE_CODES)[at]!.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return { id: at + 1, name };
}
