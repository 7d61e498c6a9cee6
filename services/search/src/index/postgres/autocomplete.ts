import { queryWords, titleKey } from '../../words.js';
import { type AutocompleteQuery, type DriveTitle, TITLES_MAX } from '../search-index.js';
import { Parameters, type Sql } from './sql.js';
import { exactTsqueryOf, tsqueryOf } from './text.js';
import { maySee, storable } from './where.js';

/** Appended to a prefix, sorts after every title that starts with it. */
const LAST_CHARACTER = '\u{10FFFF}';

interface Row extends Omit<DriveTitle, 'start'> {
  lat: number;
  lng: number;
}

/**
 * Searches step by step until there are enough suggestions: most keystrokes need only the first step, one index lookup.
 */
export async function autocomplete(sql: Sql, query: AutocompleteQuery): Promise<DriveTitle[]> {
  const words = queryWords(query.text);
  if (words.length === 0 || query.limit <= 0) return [];
  const found = new Map<string, DriveTitle>();
  const collect = async (step: Step) => {
    for (const { lat, lng, ...drive } of await suggest(sql, query, found, step)) {
      found.set(drive.id, { ...drive, start: { lat, lng } });
    }
    return found.size >= query.limit;
  };
  const enough = (await collect(startsWith(titleKey(query.text)))) || (await collect(hasWords(exactTsqueryOf(words))));
  if (!enough) {
    const tolerant = await tsqueryOf(sql, query.text, true);
    if (tolerant !== null && tolerant !== exactTsqueryOf(words)) await collect(hasWords(tolerant));
  }
  return [...found.values()];
}

interface Step {
  condition: (parameters: Parameters) => string;
  /** Whether few drives match, wherever they are, so that they are collected first and sorted afterwards. */
  collects: boolean;
}

function startsWith(key: string): Step {
  const condition = (parameters: Parameters) =>
    `t.title_key >= ${parameters.add(key, 'text')} and t.title_key < ${parameters.add(key + LAST_CHARACTER, 'text')}`;
  return { condition, collects: false };
}

function hasWords(tsquery: string): Step {
  return { condition: (parameters) => `t.title_words @@ ${parameters.add(tsquery, 'tsquery')}`, collects: true };
}

async function suggest(
  sql: Sql,
  { caller, include }: AutocompleteQuery,
  found: ReadonlyMap<string, unknown>,
  step: Step,
): Promise<Row[]> {
  const parameters = new Parameters();
  const conditions = [step.condition(parameters), visible(caller, include, parameters)];
  const limited = parameters.add(TITLES_MAX - found.size, 'int');
  if (found.size > 0) conditions.push(`t.id <> all(${parameters.add([...found.keys()], 'text[]')})`);
  // An optimization fence: for a rare word, the planner would otherwise walk all titles in order.
  const fence = step.collects ? 'offset 0' : '';
  const matching = `select t.id, t.title_key from drive_text t where ${conditions.join(' and ')} ${fence}`;
  const text = `select p.id, c.title, d.start[1] as lat, d.start[0] as lng, d.importance from (select m.id, m.title_key from (${matching}) m order by m.title_key, m.id limit ${limited}) p
    join card c on c.id = p.id join drive d on d.id = p.id order by p.title_key, p.id`;
  const { rows } = await sql.query<Row>({ text, values: parameters.values });
  return rows;
}

/** Matches public drives, and those of the client's ids that the caller may see. */
function visible(caller: AutocompleteQuery['caller'], include: readonly string[], parameters: Parameters): string {
  if (!caller || include.length === 0) return 't.is_public';
  return `(t.is_public or t.id = any(${parameters.add(storable(include), 'text[]')})
    and exists (select from drive d where d.id = t.id and ${maySee(caller, parameters)}))`;
}
