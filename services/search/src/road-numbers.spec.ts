// Aim: a road is found by its number in whatever spelling, and not by the same number of another kind of road.
import { describe, expect, it } from '@jest/globals';
import { queryTerms } from './query-terms.js';
import { roadTerms } from './road-numbers.js';

/** Whether a query finds a text of a drive in these states by the number alone. */
function finds(query: string, text: string, states: readonly string[] = []): boolean {
  const indexed = roadTerms(text, states);
  const terms = queryTerms(query);
  return (
    terms.length > 0 && terms.every((term) => 'roads' in term && term.roads.some((road) => indexed.includes(road)))
  );
}

describe('road numbers', () => {
  it.each([
    ['US-129', 'US 129'],
    ['us129', 'U.S. Route 129'],
    ['U.S. 129', 'the US-129 loop'],
    ['Route 129', 'US Hwy 129'],
    ['US 66', 'Historic Route 66'],
    ['I-40', 'Interstate 40'],
    ['interstate 40', 'along I-40'],
    ['i40', 'Interstate Highway 40'],
    ['NC 12', 'NC-12'],
    ['nc12', 'North Carolina Highway 12'],
    ['Highway 12', 'NC 12'],
    ['hwy 12', 'N.C. state route 12, or NC 12'],
    ['SR 12', 'State Road, now State Route 12'],
    ['SR 112', 'Strait of Juan de Fuca Highway - SR 112'],
    ['California 1', "California's Route 1"],
    ['M22', 'Benzie Manistee (M-22)'],
    ['rte 6a', 'Route 6A'],
    ['us 9', 'Follow U.S. Rte. 9 north.'],
  ])('%s finds "%s"', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it.each([
    ['US 129', 'NC 129'],
    ['I-40', 'US 40'],
    ['NC 12', 'VA 12'],
    ['route 1', 'Route 129'],
    ['IN 46', 'opened in 46 towns'],
    ['route 50', "America's 50 states"],
    ['route 66', 'Take the highway. 66 miles later, turn.'],
    ['route 66', 'a highway 66 miles long'],
  ])('%s does not find "%s"', (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  // A sign says only "12", and people say the state as well.
  it('takes a plain number for a road of the states of the drive', () => {
    expect(finds('NC 12', 'Highway 12', ['North Carolina'])).toBe(true);
    expect(finds('NC 12', 'Highway 12', ['Oregon'])).toBe(false);
  });

  // The other words of a query stay words.
  it('reads numbers between other words', () => {
    expect(queryTerms('historic route 66 missouri')).toEqual([
      { word: 'historic', isLast: false },
      { roads: ['#any66'], isLast: false },
      { word: 'missouri', isLast: true },
    ]);
  });
});
