// Aim: titles that match the typed text best come first, then the nearer and more important drives.
import { describe, expect, it } from '@jest/globals';
import type { DriveTitle } from './index/search-index.js';
import { suggestDrives } from './suggest-drives.js';

const ASHEVILLE = { lat: 35.6, lng: -82.55 };
const REGIONS = [{ id: 1, name: 'Tennessee' }];
const SEATTLE = { lat: 47.6, lng: -122.3 };

function drive(title: string, change: Partial<DriveTitle> = {}): DriveTitle {
  return {
    id: title,
    title,
    start: ASHEVILLE,
    countryIds: [233],
    stateIds: [],
    distance: 1_000,
    approximate: false,
    importance: 5,
    ...change,
  };
}

function titles(found: readonly DriveTitle[], text: string, near?: DriveTitle['start']): string[] {
  return suggestDrives(found, text, near, REGIONS).map(({ label }) => label);
}

describe('suggested drives', () => {
  it('are ordered by the kind of their match', () => {
    const found = ['Old Ridge Road', 'Ridge Road North', 'Rigde Road', 'Ridge Road'].map((title) => drive(title));
    const best = ['Ridge Road', 'Ridge Road North', 'Old Ridge Road', 'Rigde Road'];
    expect(titles(found, 'ridge road')).toEqual(best);
  });

  it('rank more popular ones first, and nearer ones if the place is known', () => {
    const far = drive('Ridge Far', { start: SEATTLE, importance: 5.5 });
    const found = [drive('Ridge Near'), far];
    expect(titles(found, 'ridge')).toEqual(['Ridge Far', 'Ridge Near']);
    expect(titles(found, 'ridge', ASHEVILLE)).toEqual(['Ridge Near', 'Ridge Far']);
  });

  it('rank an exact title before all with a typo, however near and popular', () => {
    const wrong = drive('Rigde Road', { importance: 9 });
    const right = drive('Old Ridge Road', { start: SEATTLE, importance: 0 });
    expect(titles([wrong, right], 'ridge', ASHEVILLE)).toEqual(['Old Ridge Road', 'Rigde Road']);
  });

  // "Tail of the Dragon" on a drive of that number ranks like a title; Enter still searches, since it names a road.
  it('rank other names of a road like its title', () => {
    const road = drive('US 129', { stateIds: [1], importance: 1 });
    const found = [drive('The Tail of the Long Dragon', { importance: 4 }), road];
    expect(titles(found, 'tail of the dragon')[0]).toBe('US 129');
    expect(suggestDrives(found, 'tail of the dragon', undefined, REGIONS)[0]?.exact).toBe(false);
  });

  it('mark the title that the text matches completely', () => {
    const found = [drive("America's Byway"), drive("America's Byway North")];
    expect(suggestDrives(found, ' americas BYWAY', undefined, REGIONS).map(({ exact }) => exact)).toEqual([
      true,
      false,
    ]);
  });
});
