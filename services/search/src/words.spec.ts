// Aim: what people type is read as words, whatever else is in it.
import { describe, expect, it } from '@jest/globals';
import { indexWords, isTypoOf, queryWords, titleKey } from './words.js';

describe('words', () => {
  // Case, accents and punctuation do not count; a text without a letter or digit asks for nothing.
  it('cuts and folds what was typed', () => {
    expect(queryWords('Åre  ROAD, No. 9!')).toEqual(['are', 'road', 'no', '9']);
    expect(queryWords(' …—!? ')).toEqual([]);
    expect(titleKey('Beartooth Highway (US 212)')).toBe('beartooth highway us 212');
  });

  // "America's" is found by those who type the apostrophe, those who leave it out, and those who type America.
  it('keeps both readings of an apostrophe', () => {
    expect(indexWords(["America's"])).toEqual(expect.arrayContaining(['america', 'americas']));
    expect(queryWords("america's")).toEqual(['americas']);
  });

  // Any part of a name is found in scripts that part no words by blanks.
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

  // One letter left out, added, replaced or swapped is forgiven in long words, and nothing more.
  it.each([
    ['montain', 'mountain', true],
    ['mountainn', 'mountain', true],
    ['mouxtain', 'mountain', true],
    ['mounatin', 'mountain', true],
    ['hiden', 'hidden', true],
    ['mouxtani', 'mountain', false],
    ['rigde', 'ridge', false],
    ['100001', '100002', false],
  ])('takes %s for %s: %s', (typed, word, expected) => {
    expect(isTypoOf(typed, word)).toBe(expected);
  });

  // While a word is being typed its beginning may hold the typo.
  it('forgives a typo in a beginning where asked to', () => {
    expect(isTypoOf('apalac', 'appalachian', true)).toBe(true);
    expect(isTypoOf('apalac', 'appalachian')).toBe(false);
  });
});
