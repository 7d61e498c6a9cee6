/** Words of names whose numbers count whole drives, not pieces of one: days, stages, outings, variants. */
const WHOLES = new Set(
  [
    'day tag jour journée día dia giorno dag dzień den päivä nap gün день 日 天',
    'stage etappe étape etape etapa tappa etap этап',
    'tour trip ride drive loop run tocht ausfahrt fahrt sortie',
    'option variant variante alternative alt version',
    'jan feb mar apr may jun jul aug sep oct nov dec',
    'january february march april june july august september october november december',
  ].flatMap((words) => words.split(' ')),
);
const CLOCK = /\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]m\b)?/g;
const DATE = /\d{4}([-./_])\d{1,2}\1\d{1,2}|\d{1,2}([-./])\d{1,2}\2\d{2,4}|(?:19|20)\d{6}/g;
const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/**
 * `equal` if two names do not distinguish their lines; `consecutive` if they number two pieces of one drive, such as
 * "Part 1" and "Part 2"; `different` if each names a drive of its own. A missing name distinguishes nothing.
 */
export type NameRelation = 'equal' | 'consecutive' | 'different';

export function relateNames(one: string, other: string): NameRelation {
  const [first, second] = [parse(one), parse(other)];
  if (first.isEmpty || second.isEmpty) return 'equal';
  if (first.dates !== second.dates || first.words.join(' ') !== second.words.join(' ')) return 'different';
  const steps = stepsBetween(first.numbers, second.numbers);
  if (steps.length === 0) return 'equal';
  const isNext = steps.length === 1 && steps[0] === 1 && !first.words.some((word) => WHOLES.has(word));
  return isNext ? 'consecutive' : 'different';
}

interface ParsedName {
  isEmpty: boolean;
  dates: string;
  words: string[];
  numbers: number[];
}

/** Ignores times of day: programs name each recording after its start. */
function parse(name: string): ParsedName {
  const text = name.normalize('NFKC').toLowerCase().replace(CLOCK, ' ');
  const tokens = text.replace(DATE, ' ').match(/\d+|[\p{L}\p{M}]+/gu) ?? [];
  const numbers = tokens.map(numberOf);
  return {
    isEmpty: name.trim() === '',
    dates: (text.match(DATE) ?? []).join(' '),
    words: tokens.filter((_, index) => numbers[index] === null),
    numbers: numbers.filter((number) => number !== null),
  };
}

function numberOf(token: string): number | null {
  if (/^\d/.test(token)) return Number(token);
  if (/^[a-h]$/.test(token)) return token.charCodeAt(0) - 'a'.charCodeAt(0) + 1;
  const at = Math.max(NUMERALS.indexOf(token), NUMBER_WORDS.indexOf(token));
  return at < 0 ? null : at + 1;
}

/** Returns the differences of two names' numbers; in "Track" and "Track 1", the first one lacks its number. */
function stepsBetween(first: readonly number[], second: readonly number[]): number[] {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  if (long.length - short.length > 1) return [Infinity, Infinity];
  if (short.length < long.length) return [(long.at(-1) ?? 0) <= 2 ? 1 : Infinity];
  return long.flatMap((number, index) => (number === short[index] ? [] : [Math.abs(number - short[index]!)]));
}
