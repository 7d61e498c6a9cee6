// Aim: an invisible text counts as missing wherever a text is required.
import { describe, expect, it } from '@jest/globals';
import { filledField } from '../endpoints/form-fields.js';
import { reviewForm } from '../endpoints/reviews.js';
import { text } from '../endpoints/text.js';
import { isBlank } from './blank.js';

describe('a text without a visible character', () => {
  it.each([
    '',
    ' \n\t',
    '\u00a0',
    '\u200b\u200b',
    '\u200b \u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u2800',
    '\u3164',
    '\uffa0',
    '\u115f',
    '\u034f',
    '\u180e',
    '\u200e\u202e\u2066\u2069',
    '\ufe0f',
    '\u{e0020}',
    '\u0007',
  ])('%j is blank', (input) => {
    expect(isBlank(input)).toBe(true);
    expect(text(100).parse(input)).toBe('');
    expect(text(100, 1).safeParse(input).success).toBe(false);
  });

  it.each(['a', '.', '\u200ba', '👩\u200d👧', '❤\ufe0f', 'می\u200cخواهم', '\u2801', '道'])('%j is not', (input) => {
    expect(isBlank(input)).toBe(false);
    expect(text(100, 1).parse(input)).toBe(input);
  });
});

describe('a form', () => {
  it('treats an invisible highlight as missing', () => {
    expect(reviewForm.parse({ highlight: '\u200b\u200b', description: '\u2800' })).toEqual({
      highlight: '',
      description: '',
    });
  });

  it('rejects an invisible name with the message for a missing one', () => {
    const { error } = filledField(50, 'Name is required', 'Please provide your name').safeParse('\u3164');
    expect(error?.issues.map(({ message }) => message)).toEqual(['Name is required\nPlease provide your name']);
  });
});
