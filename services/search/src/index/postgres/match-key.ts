import { queryTerms } from '../../query-terms.js';
import { queryWords } from '../../words.js';
import { IMPORTANCE_SPAN, MATCH_RANKS } from '../match-order.js';
import type { Parameters } from './sql.js';
import { exactTsqueryOf } from './text.js';
import type { WhereOptions } from './where.js';

/** Returns the SQL sort key of the order by match, ascending, over `drive d`; see `match-order.ts`. */
export function matchKeyOf(text: string, { words: tolerant }: WhereOptions, parameters: Parameters): string {
  if (tolerant === null) return '(-d.importance)';
  const typed = queryWords(text);
  const key = parameters.add(typed.join(' '), 'text');
  const words = parameters.add(typed, 'text[]');
  const whole = parameters.add(typed.slice(0, -1), 'text[]');
  const last = parameters.add(typed.at(-1), 'text');
  const exact = parameters.add(exactTsqueryOf(queryTerms(text), { isTyping: false }), 'tsquery');
  const title = "string_to_array(t.title_key, ' ')";
  const conditions: Record<Exclude<keyof typeof MATCH_RANKS, 'description'>, string> = {
    title: `t.title_key = ${key}`,
    titleStart: `starts_with(t.title_key, ${key} || ' ')`,
    titlePhrase: `strpos(' ' || t.title_key || ' ', ' ' || ${key} || ' ') > 0`,
    titleWords: `${title} @> ${words}`,
    titlePrefix: `${title} @> ${whole} and strpos(' ' || t.title_key, ' ' || ${last}) > 0`,
    name: `t.title_words @@ ${exact}`,
    titleTypo: `t.title_words @@ ${parameters.add(tolerant, 'tsquery')}`,
    place: `t.place_words @@ ${exact}`,
  };
  const cases = Object.entries(conditions).map(
    ([kind, condition]) => `when ${condition} then ${MATCH_RANKS[kind as keyof typeof conditions]}`,
  );
  const rank = `(select case ${cases.join(' ')} else ${MATCH_RANKS.description} end from drive_text t where t.id = d.id)`;
  return `(${rank} * ${IMPORTANCE_SPAN} - d.importance)`;
}
