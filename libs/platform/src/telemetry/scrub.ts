const LONGEST = 8_000;

const PATTERNS: readonly [RegExp, string][] = [
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:]{0,200}:[^\s/@]{1,200}@/gi, '$1[hidden]@'],
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{1,2000}/gi, '$1 [hidden]'],
  [/\b(token|password|passwd|secret|api_?key)("?\s{0,3}[=:]\s{0,3}"?)[^\s"',;&)]{1,2000}/gi, '$1$2[hidden]'],
  [/[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}/g, '[address]'],
];

/** Removes anything that looks like a credential or a mail address from a text, and truncates it. */
export function scrub(text: string): string {
  let clean = text.slice(0, LONGEST);
  for (const [pattern, replacement] of PATTERNS) clean = clean.replace(pattern, replacement);
  return clean;
}
