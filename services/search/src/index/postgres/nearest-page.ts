import { chordOf } from '@switchback/geo/sphere';
import { centerOf } from '../geometry.js';
import { type Candidate, metersToLine, nearestOf } from '../nearest.js';
import type { Position, SearchPage, SearchQuery } from '../search-index.js';
import { reachOf, sphereText } from './columns.js';
import { pageStatement } from './page.js';
import type { CardRow, NearRow } from './postgres-index.sql.js';
import { MEASURED_LINE } from './search.js';
import type { Statement } from './sql.js';
import type { WhereOptions } from './where.js';

/** Maximum distance between a drive's start and its line: both are rounded to five decimals. */
const START_METERS = 5;
/** Attempts at reading a page whose drives change meanwhile; those of the last attempt are left out. */
const ATTEMPTS = 3;

/** Runs the statements of a page. */
export interface NearestReader {
  near: (statement: Statement) => Promise<NearRow[]>;
  cards: (statement: Statement) => Promise<CardRow[]>;
}

interface Near extends Candidate {
  hash: string;
}

/**
 * Returns the drives with the nearest lines. Reads candidates first, in the order of the boxes around their lines, and
 * summaries only of the nearest ones, as of the versions that the first statement found.
 */
export async function nearestPage(
  query: SearchQuery,
  options: WhereOptions,
  { near, cards }: NearestReader,
): Promise<SearchPage> {
  for (let attempt = 1; ; attempt += 1) {
    let count: number | undefined;
    const found = await nearestOf(query, async (size) => {
      const rows = await near(nearStatement({ ...query, limit: size }, options));
      count = rows[0]?.count ?? undefined;
      return rows.flatMap(candidateOf);
    });
    const missing = found.filter(({ hash }) => !query.have.includes(hash));
    const rows = missing.length > 0 ? await cards(cardsStatement(missing)) : [];
    const summaries = new Map(rows.map(({ hash, summary }) => [hash, summary]));
    const isWhole = missing.every(({ hash }) => summaries.has(hash));
    if (isWhole || attempt === ATTEMPTS) return { hits: found.flatMap((hit) => hitOf(hit, query, summaries)), count };
  }
}

function candidateOf({ id, key, hash, line }: NearRow): Near[] {
  return id === null || key === null || hash === null || line === null ? [] : [{ id, bound: key, hash, line }];
}

function hitOf(
  { id, key, hash, line }: Near & Position,
  { have, measureFrom }: SearchQuery,
  summaries: ReadonlyMap<string, string>,
): SearchPage['hits'] {
  const summary = have.includes(hash) ? null : summaries.get(hash);
  return summary === undefined ? [] : [{ id, key, hash, summary, metersToLine: metersToLine(line, measureFrom) }];
}

/** Proposes drives by the boxes around their lines. A drive whose start or end is nearer than the last one was before. */
function nearStatement(query: SearchQuery, options: WhereOptions): Statement {
  const { after } = query;
  const center = sphereText(centerOf(query.filters));
  return pageStatement(
    {
      ...query,
      key: (parameters) => `(${reachOf('d.')} <-> ${parameters.add(center, 'cube')})`,
      columns: () => `c.hash, ${MEASURED_LINE}`,
      behind:
        after &&
        ((_, parameters) => {
          const place = parameters.add(center, 'cube');
          const least = parameters.add(after.key - chordOf(START_METERS), 'float8');
          return `least(d.sphere <-> ${place}, d.finish <-> ${place}) >= ${least}`;
        }),
    },
    options,
  );
}

function cardsStatement(found: readonly Near[]): Statement {
  return {
    text: `select c.hash, c.summary from unnest($1::text[], $2::text[]) with ordinality as h (id, hash, place)
      join card c on c.id = h.id and c.hash = h.hash order by h.place`,
    values: [found.map(({ id }) => id), found.map(({ hash }) => hash)],
    name: 'nearest-cards',
  };
}
