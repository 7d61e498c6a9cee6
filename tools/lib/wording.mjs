// Counts translated phrasing in comments and docs, so that it does not come back.

const COMMENT = /\/\*([^]*?)\*\/|(?:^|\s)\/\/(.*(?:\n[ \t]*\/\/.*)*)/gm;
const FENCE = /^```[^]*?^```/gm;

/** Patterns with the highest count that the tree may have. */
export const PHRASES = [
  { name: 'pronouns for rows, calls and processes', pattern: /\b(some|no|any)body\b|\bothers\b/gi, max: 50 },
  { name: 'comments that begin with a clause', pattern: /^(What|Where|Who|Whose|Of)\b/g, max: 20, inDocs: false },
  { name: '"beside" and "anew"', pattern: /\b(beside|anew)\b/gi, max: 10 },
];

/**
 * Returns the comments of a source file, or the prose of a Markdown file, without comment marks.
 * @param {string} file
 * @param {string} text
 */
export function proseOf(file, text) {
  if (file.endsWith('.md')) return [text.replace(FENCE, '')];
  return [...text.matchAll(COMMENT)].map(([, block, lines]) =>
    (block ?? lines).replace(/^[ \t]*(\*+|\/\/)[ \t]?/gm, '').trim(),
  );
}

/**
 * Counts each phrase.
 * @param {Iterable<[file: string, text: string]>} files
 */
export function countPhrases(files) {
  const counts = PHRASES.map((phrase) => ({ ...phrase, count: 0 }));
  for (const [file, text] of files) {
    const prose = proseOf(file, text);
    for (const phrase of counts) {
      if (phrase.inDocs === false && file.endsWith('.md')) continue;
      for (const piece of prose) phrase.count += piece.match(phrase.pattern)?.length ?? 0;
    }
  }
  return counts;
}
