import type { SearchResult, Suggestion } from '@switchback/contracts/resources/geo';
import { describe, expect, it } from 'vitest';
import { exactResult, type SearchOption, searchOptions, withCollections } from './search-options.js';

const suggestion = (value: string, relevance: number, exact = false): Suggestion => ({
  type: 'drive',
  label: value,
  value,
  relevance,
  exact,
  states: [],
  distance: 1_000,
  approximate: false,
});
const past = (label: string): SearchResult => ({ type: 'place', label, value: label });
const rows = (...args: Parameters<typeof searchOptions>) =>
  searchOptions(...args).map(({ result, isRecent }) => `${result.value}${isRecent ? ' again' : ''}`);

describe('the rows under the search box', () => {
  // Aim: drives and places are in one list, best first, with no more rows than a phone shows.
  it('are ordered by relevance', () => {
    expect(rows('a', [], [[suggestion('d1', 3), suggestion('d2', 1)], [suggestion('p1', 2)]])).toEqual([
      'd1',
      'p1',
      'd2',
    ]);
    const many = Array.from({ length: 20 }, (_, index) => suggestion(`d${index}`, index));
    expect(rows('a', [], [many])).toHaveLength(8);
  });

  // Aim: an empty box offers the whole history; a text shows matching searches once, before the suggestions.
  it('contain the matching history', () => {
    const history = [past('Åre'), past('Boone'), past('Blue Ridge'), past('Bend')];
    expect(rows('', history, [])).toHaveLength(4);
    expect(rows('b', history, [[suggestion('d1', 3)]])).toEqual(['Boone again', 'Blue Ridge again', 'd1']);
    expect(rows('are', history, [])).toEqual(['Åre again']);
    expect(rows('ridge b', history, [])).toEqual(['Blue Ridge again']);
    const known = { ...suggestion('Boone', 9), type: 'place' as const };
    expect(rows('boone', history, [[known]])).toEqual(['Boone again']);
  });

  // Aim: a full name counts only if nothing fits better.
  it('mark what the text names completely', () => {
    expect(exactResult([[suggestion('d1', 3, true)], [suggestion('p1', 2, true)]])).toEqual({
      type: 'drive',
      label: 'd1',
      value: 'd1',
    });
    expect(exactResult([[suggestion('d1', 3)], [suggestion('p1', 2, true)]])).toBeNull();
    expect(exactResult([])).toBeNull();
  });

  // Aim: a collection is in sight below the best rows, and no row is added to those that a phone shows.
  it('include collections', () => {
    const many = Array.from({ length: 9 }, (_, index) => suggestion(`d${index}`, 9 - index));
    const found = ['c1', 'c2', 'c3'].map((value): SearchOption => ({
      key: value,
      result: { type: 'collection', label: value, value },
      isRecent: false,
      detail: '',
    }));
    const rowsWith = (drives: typeof many) =>
      withCollections(searchOptions('d', [], [drives]), found).map(({ result }) => result.value);
    expect(rowsWith(many)).toEqual(['d0', 'd1', 'd2', 'c1', 'c2', 'd3', 'd4', 'd5']);
    expect(rowsWith([])).toEqual(['c1', 'c2']);
  });
});
