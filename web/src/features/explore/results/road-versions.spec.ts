import { describe, expect, it } from 'vitest';
import { drive } from '../../../testing/drives.js';
import { stateOf } from '../../../lib/drives/road-name.js';
import { foldVersions } from './road-versions.js';

const TENNESSEE = { id: 1447, name: 'Tennessee' };
const ALABAMA = { id: 1456, name: 'Alabama' };
const road = (id: string, title: string, ...statesOrProvinces: { id: number; name: string }[]) =>
  drive({ id, title, statesOrProvinces });

const shown = (drives: ReturnType<typeof drive>[]) =>
  foldVersions(drives).map(({ drive: { id }, sections }) => [id, ...sections.map((section) => section.id)]);

describe('the sections of a road', () => {
  // Aim: a road and its sections by state are one card, which is the whole road's, at the first one's place.
  it('fold into the whole road', () => {
    expect(
      shown([
        road('al', 'Natchez Trace - Alabama', ALABAMA),
        road('x', 'Other Road', ALABAMA),
        road('all', 'Natchez Trace', ALABAMA, TENNESSEE),
        road('tn', 'Natchez Trace - Tennessee', TENNESSEE),
      ]),
    ).toEqual([['all', 'al', 'tn'], ['x']]);
  });

  // Aim: without the whole road in the list, the best section stands for the others.
  it('fold into the first section', () => {
    expect(
      shown([road('tn', 'Natchez Trace - Tennessee', TENNESSEE), road('al', 'Natchez Trace - Alabama', ALABAMA)]),
    ).toEqual([['tn', 'al']]);
  });

  // Aim: nothing is hidden by chance: only a state that the drive passes through makes a section.
  it('leave other titles alone', () => {
    expect(stateOf(road('a', 'Route 1 - Big Sur Coast Highway', ALABAMA))).toBeNull();
    expect(shown([road('a', 'Twin Road', ALABAMA), road('b', 'Twin Road', TENNESSEE)])).toEqual([['a'], ['b']]);
  });
});
