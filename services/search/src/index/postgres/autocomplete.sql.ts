import { z } from 'zod';
import { type AutocompleteQuery, TITLES_MAX } from '../search-index.js';
import { Parameters, type Sql, statementRows } from './sql.js';
import { maySee, storable } from './where.js';

/** Appended to a prefix, sorts after every title that starts with it. */
const LAST_CHARACTER = '\u{10FFFF}';

const SUGGESTION = z.strictObject({
  id: z.string(),
  title: z.string(),
  lat: z.number(),
  lng: z.number(),
  importance: z.number(),
  distance: z.number(),
  approximate: z.boolean(),
  countryIds: z.array(z.number()),
  stateIds: z.array(z.number()),
});

/** A way to find titles. */
export interface Step {
  condition: (parameters: Parameters) => string;
  /** Whether few drives match, wherever they are, so that they are collected first and sorted afterwards. */
  collects: boolean;
}

/** Returns the step that finds the titles with a prefix. */
export function startsWith(key: string): Step {
  const condition = (parameters: Parameters) =>
    `t.title_key >= ${parameters.add(key, 'text')} and t.title_key < ${parameters.add(key + LAST_CHARACTER, 'text')}`;
  return { condition, collects: false };
}

/** Returns the step that finds the titles with words. */
export function hasWords(tsquery: string): Step {
  return { condition: (parameters) => `t.title_words @@ ${parameters.add(tsquery, 'tsquery')}`, collects: true };
}

/** Returns the drives that a step finds in addition to those already found, in the order of their titles. */
export function suggest(
  sql: Sql,
  { caller, include }: AutocompleteQuery,
  found: ReadonlyMap<string, unknown>,
  step: Step,
): Promise<z.infer<typeof SUGGESTION>[]> {
  const parameters = new Parameters();
  const conditions = [step.condition(parameters), visible(caller, include, parameters)];
  const limited = parameters.add(TITLES_MAX - found.size, 'int');
  if (found.size > 0) conditions.push(`t.id <> all(${parameters.add([...found.keys()], 'text[]')})`);
  // An optimization fence: for a rare word, the planner would otherwise walk all titles in order.
  const fence = step.collects ? 'offset 0' : '';
  const matching = `select t.id, t.title_key from drive_text t where ${conditions.join(' and ')} ${fence}`;
  const text = `select p.id, c.title, c.approximate, d.start[1] as lat, d.start[0] as lng, d.importance, d.distance,
    d.country_ids as "countryIds", d.state_ids as "stateIds" from (select m.id, m.title_key from (${matching}) m order by m.title_key, m.id limit ${limited}) p
    join card c on c.id = p.id join drive d on d.id = p.id order by p.title_key, p.id`;
  return statementRows(sql, SUGGESTION, { text, values: parameters.values });
}

/** Matches public drives, and those of the client's ids that the caller may see. */
function visible(caller: AutocompleteQuery['caller'], include: readonly string[], parameters: Parameters): string {
  if (!caller || include.length === 0) return 't.is_public';
  return `(t.is_public or t.id = any(${parameters.add(storable(include), 'text[]')})
    and exists (select from drive d where d.id = t.id and ${maySee(caller, parameters)}))`;
}
