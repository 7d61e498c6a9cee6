const LETTERS_WITHOUT_ACCENT: Record<string, string> = {
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};

/** Whitespace and printable ASCII, enough for most texts. */
const PLAIN = /^[\t\n\r -~]*$/;

/** Folds a text for comparison: lower case, without accents, in any script. */
export function fold(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øæœßłđðþıħ]/g, (letter) => LETTERS_WITHOUT_ACCENT[letter]!);
}
