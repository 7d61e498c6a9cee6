/**
 * Numbers of roads. People write one road in many ways ("US-129", "U.S. Route 129", "us129"), so an index stores terms
 * that do not depend on the spelling, and a query searches those that its spelling may mean. No word begins with "#".
 */

/** A road that a text names by its number: words `from` to `to`, exclusive. */
interface Mention {
  /** See {@link KINDS}; or the code of a state, or a letter. */
  kind: string;
  number: string;
  from: number;
  to: number;
}

/** Words in front of a number, or of "route" and a number, that name the kind of the road. */
const KINDS: Record<string, string> = {
  us: 'us',
  i: 'i',
  interstate: 'i',
  sr: 'state',
  sh: 'state',
  nys: 'ny',
  cr: 'county',
  fm: 'fm',
  rm: 'rm',
  m: 'mi',
  k: 'ks',
  n: 'ne',
  u: 'ut',
  s: 's',
};
/** Words in front of "route" and a number. */
const OWNERS: Record<string, string> = { state: 'state', county: 'county' };
const PLAIN = 'plain';
const ROUTE_WORDS = new Set(['route', 'routes', 'rte', 'rt', 'highway', 'highways', 'hwy', 'hwys', 'byway']);
/** Joined to a number, these mean any road. */
const JOINED_ROUTE_WORDS = new Set(['rte', 'rt', 'hwy']);

/** Postal codes of the United States, by name in lower case. */
export const STATE_CODES: Record<string, string> = {
  alabama: 'al',
  alaska: 'ak',
  arizona: 'az',
  arkansas: 'ar',
  california: 'ca',
  colorado: 'co',
  connecticut: 'ct',
  delaware: 'de',
  florida: 'fl',
  georgia: 'ga',
  hawaii: 'hi',
  idaho: 'id',
  illinois: 'il',
  indiana: 'in',
  iowa: 'ia',
  kansas: 'ks',
  kentucky: 'ky',
  louisiana: 'la',
  maine: 'me',
  maryland: 'md',
  massachusetts: 'ma',
  michigan: 'mi',
  minnesota: 'mn',
  mississippi: 'ms',
  missouri: 'mo',
  montana: 'mt',
  nebraska: 'ne',
  nevada: 'nv',
  'new hampshire': 'nh',
  'new jersey': 'nj',
  'new mexico': 'nm',
  'new york': 'ny',
  'north carolina': 'nc',
  'north dakota': 'nd',
  ohio: 'oh',
  oklahoma: 'ok',
  oregon: 'or',
  pennsylvania: 'pa',
  'rhode island': 'ri',
  'south carolina': 'sc',
  'south dakota': 'sd',
  tennessee: 'tn',
  texas: 'tx',
  utah: 'ut',
  vermont: 'vt',
  virginia: 'va',
  washington: 'wa',
  'west virginia': 'wv',
  wisconsin: 'wi',
  wyoming: 'wy',
};
const CODES = new Set(Object.values(STATE_CODES));

const NUMBER = /^0*([1-9]\d{0,3}[a-z]?)$/;
const JOINED = /^([a-z]{1,3})0*([1-9]\d{0,3}[a-z]?)$/;
const WORD = /[\p{L}\p{N}]+/gu;
/** Ends a phrase: no road is written across it. A dot may end an abbreviation: "U.S. Rte. 9". */
const PHRASE_END = /[,;:!?()\n]|(?<!\b(?:[a-z]|hwy|rte|rt|st))\.\s/i;
/** After these, a number is an amount. */
const UNITS = new Set(['mile', 'miles', 'mi', 'km', 'kilometers', 'feet', 'minutes', 'hours', 'years']);

/**
 * Returns the terms of the roads that a text names, for the index.
 * @param states names of the states that the drive passes through: "Route 12" may be a road of any of them.
 */
export function roadTerms(text: string, states: readonly string[]): string[] {
  const codes = states.flatMap((name) => STATE_CODES[name.toLowerCase()] ?? []);
  const mentions = text.split(PHRASE_END).flatMap((phrase) => {
    const written = phrase.match(WORD) ?? [];
    return mentionsIn(
      written.map((word) => word.toLowerCase()),
      (at) => isCapital(written[at]!),
    );
  });
  return [...new Set(mentions.flatMap((mention) => termsOf(mention, codes)))];
}

/** Returns the roads that a query names by their numbers: their places among its words, and the terms to search. */
export function queriedRoads(words: readonly string[]): { from: number; to: number; terms: string[] }[] {
  return mentionsIn(words, () => true).map(({ kind, number, from, to }) => {
    const meant = kind === PLAIN ? ['any'] : kind === 'us' || kind === 'state' ? [kind, PLAIN] : [kind];
    return { from, to, terms: meant.map((each) => termFor(each, number)) };
  });
}

/** A road of an unknown state is a road of each state that the drive passes through. */
function termsOf({ kind, number }: Mention, codes: readonly string[]): string[] {
  const kinds = [kind, 'any'];
  if (kind === PLAIN || kind === 'state') kinds.push(...codes);
  if (CODES.has(kind)) kinds.push('state');
  return kinds.map((each) => termFor(each, number));
}

function termFor(kind: string, number: string): string {
  return `#${kind}${number}`;
}

/**
 * Returns the roads in folded words.
 * @param isName whether a word that may be an ordinary one ("in", "or", "me") is meant as a name.
 */
function mentionsIn(words: readonly string[], isName: (at: number) => boolean): Mention[] {
  return words.flatMap((word, at) => {
    const number = UNITS.has(words[at + 1] ?? '') ? undefined : NUMBER.exec(word)?.[1];
    const mention = number === undefined ? joinedMention(word) : spelledMention(words, at, isName);
    return mention ? [{ from: at, number: number ?? '', ...mention, to: at + 1 }] : [];
  });
}

function joinedMention(word: string): Pick<Mention, 'kind' | 'number'> | null {
  const [, prefix = '', number = ''] = JOINED.exec(word) ?? [];
  if (JOINED_ROUTE_WORDS.has(prefix)) return { kind: PLAIN, number };
  const kind = KINDS[prefix] ?? (CODES.has(prefix) ? prefix : undefined);
  return kind === undefined ? null : { kind, number };
}

/** Reads the words in front of a number backwards. */
function spelledMention(
  words: readonly string[],
  at: number,
  isName: (at: number) => boolean,
): Pick<Mention, 'kind' | 'from'> | null {
  const hasRoute = ROUTE_WORDS.has(words[at - 1] ?? '');
  const end = hasRoute ? at - 1 : at;
  const before = words[end - 1] ?? '';
  if (before === 's' && words[end - 2] === 'u') return { kind: 'us', from: end - 2 };
  const owner = hasRoute ? OWNERS[before] : undefined;
  const region = regionBefore(words, owner === undefined ? end : end - 1, isName);
  if (region) return region;
  if (owner !== undefined) return { kind: owner, from: end - 1 };
  const kind = KINDS[before];
  if (kind !== undefined && (before.length > 2 || isName(end - 1))) return { kind, from: end - 1 };
  return hasRoute ? { kind: PLAIN, from: end } : null;
}

/** Returns the state whose name or code ends before a word. */
function regionBefore(
  words: readonly string[],
  end: number,
  isName: (at: number) => boolean,
): Pick<Mention, 'kind' | 'from'> | null {
  // "California's Route 1"
  const last = words[end - 1] === 's' ? end - 1 : end;
  const [first = '', second = ''] = [words[last - 2], words[last - 1]?.replace(/(?<=ia)s$/, '')];
  const full = STATE_CODES[`${first} ${second}`];
  if (full !== undefined) return { kind: full, from: last - 2 };
  const short = STATE_CODES[second];
  if (short !== undefined) return { kind: short, from: last - 1 };
  return CODES.has(second) && isName(last - 1) ? { kind: second, from: last - 1 } : null;
}

function isCapital(word: string): boolean {
  return word === word.toUpperCase();
}
