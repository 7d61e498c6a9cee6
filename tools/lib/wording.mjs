// Counts translated phrasing in comments, docs and names, so that it does not come back.

const COMMENT = /\/\*([^]*?)\*\/|(?:^|\s)\/\/(.*(?:\n[ \t]*\/\/.*)*)/gm;
const FENCE = /^```[^]*?^```/gm;
const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`/g;
/** Names that do not say what they name: input, status, call, stored, expected and others do. */
const PARTICIPLES = /(?<![\w$.#-])#?(told|said|kept|asked|known|given|present|wanted)\b/g;

/** Patterns with the highest count that the tree may have. */
export const PHRASES = [
  { name: 'pronouns for rows, calls and processes', pattern: /\b(some|no|any)body\b|\bothers\b/gi, max: 50 },
  { name: 'comments that begin with a clause', pattern: /^(What|Where|Who|Whose|Of)\b/g, max: 20, inDocs: false },
  { name: '"beside" and "anew"', pattern: /\b(beside|anew)\b/gi, max: 10 },
  { name: 'participles as names', pattern: PARTICIPLES, max: 1351, inCode: true },
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

/** Returns the code of a source file, without comments and texts; '' of a Markdown file. */
export function codeOf(file, text) {
  return file.endsWith('.md') ? '' : text.replace(COMMENT, '').replace(TEXT, "''");
}

/**
 * Counts each phrase.
 * @param {Iterable<[file: string, text: string]>} files
 */
export function countPhrases(files) {
  const counts = PHRASES.map((phrase) => ({ ...phrase, count: 0 }));
  for (const [file, text] of files) {
    const [prose, code] = [proseOf(file, text), [codeOf(file, text)]];
    for (const phrase of counts) {
      if (phrase.inDocs === false && file.endsWith('.md')) continue;
      for (const piece of phrase.inCode ? code : prose) phrase.count += piece.match(phrase.pattern)?.length ?? 0;
    }
  }
  return counts;
}
