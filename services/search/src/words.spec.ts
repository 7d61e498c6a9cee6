// Aim: typed text is read as words, whatever else it contains.
import { describe, expect, it } from '@jest/globals';
import { indexWords, isTypoOf, queryWords, titleKey } from './words.js';

describe('words', () => {
  // Ignores case, accents and punctuation; a text without letters or digits has no words.
  it('splits and folds the typed text', () => {
    expect(queryWords('Åre  ROAD, No. 9!')).toEqual(['are', 'road', 'no', '9']);
    expect(queryWords(' …—!? ')).toEqual([]);
    expect(titleKey('Beartooth Highway (US 212)')).toBe('beartooth highway us 212');
  });

  // "America's" is found with the apostrophe, without it, and by America.
  it('keeps both readings of an apostrophe', () => {
    expect(indexWords(["America's"])).toEqual(expect.arrayContaining(['america', 'americas']));
    expect(queryWords("america's")).toEqual(['americas']);
  });

  // Any part of a name is found in scripts that do not separate words by blanks.
  it.each([
    ['箱根ターンパイク', 'ターン'],
    ['箱根ターンパイク', 'パイク'],
    ['Route 箱根123', '箱根'],
    ['ถนนสายแม่ฮ่องสอน', 'แม่ฮ่องสอน'],
    ['峠', '峠'],
  ])('finds in %s the part %s', (title, part) => {
    const [last = '', ...others] = queryWords(part).toReversed();
    const words = indexWords([title]);
    expect(words).toEqual(expect.arrayContaining(others));
    expect(words.some((word) => word.startsWith(last))).toBe(true);
    expect(queryWords('ターン')).not.toEqual(queryWords('パーク'));
  });

  // One letter omitted, added, replaced or swapped is tolerated in long words, and nothing more.
  it.each([
    ['montain', 'mountain', true],
    ['mountainn', 'mountain', true],
    ['mouxtain', 'mountain', true],
    ['mounatin', 'mountain', true],
    ['hiden', 'hidden', true],
    ['mouxtani', 'mountain', false],
    ['rigde', 'ridge', false],
    ['rige', 'ridge', false],
    ['100001', '100002', false],
  ])('matches %s with %s: %s', (typed, word, expected) => {
    expect(isTypoOf(typed, word)).toBe(expected);
  });

  // A short word that no drive has may be one with a typo, from four letters on.
  it.each([
    ['rige', 'ridge', true],
    ['lkae', 'lake', true],
    ['rigde', 'ridge', true],
    ['rod', 'road', false],
    ['rige', 'river', false],
    ['rig', 'ridge', false],
  ])('matches the unknown %s with %s: %s', (typed, word, expected) => {
    expect(isTypoOf(typed, word, { isUnknown: true })).toBe(expected);
  });

  // The prefix of a word that is still being typed may contain the typo.
  it('tolerates a typo in a prefix on request', () => {
    expect(isTypoOf('apalac', 'appalachian', { isPrefix: true })).toBe(true);
    expect(isTypoOf('apalac', 'appalachian')).toBe(false);
  });
});
