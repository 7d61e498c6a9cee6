import { LIMITS } from '@switchback/contracts/rules/limits';
import { systemClock } from '@switchback/platform/clock';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { openPostgresIndex } from '@switchback/search/open-index';
import { Bookmarks } from '@switchback/search/bookmark';
import { SearchRpc } from '@switchback/search/search.rpc';
import { fakePlaces } from '@switchback/testing/fake-places';
import type { DataSource } from 'typeorm';

export interface RecordedStatement {
  text: string;
  values?: unknown[];
  name?: string;
}

/** Statements that the search service sends to the database for one request. */
export interface RecordedQuestion {
  statements: RecordedStatement[];
  limit: number;
}

interface Recorded {
  question: RecordedQuestion;
  ids: string[];
}

interface Pool {
  query: (statement: RecordedStatement) => Promise<unknown>;
}

/**
 * Records the statements that the search service sends, so that a floor can send the same ones whatever the service's
 * implementation.
 * @throws Error if the service answers without querying the database: there is no such floor then.
 */
export async function recordStatements(source: DataSource, requests: readonly SearchRequest[]): Promise<Recorded[]> {
  const pool = (source.driver as unknown as { master: Pool }).master;
  const rpc = new SearchRpc(await openPostgresIndex(source, systemClock), fakePlaces(), new Bookmarks(['bench']));
  const send = pool.query.bind(pool);
  let statements: RecordedStatement[] = [];
  pool.query = (statement) => {
    statements.push(statement);
    return send(statement);
  };
  try {
    const recorded: Recorded[] = [];
    for (const request of requests) {
      statements = [];
      const { drivesJson } = await rpc.search(request, { requestId: 'bench', caller: null });
      if (statements.length === 0)
        throw new Error('The search sent no statement to the database, so there is none to repeat.');
      const question = { statements, limit: LIMITS.searchBatch };
      recorded.push({ question, ids: idsIn(`{"drives":${drivesJson.toString()}}`) });
    }
    return recorded;
  } finally {
    pool.query = send;
  }
}

/** Returns the drive IDs in a search response, in order. */
export function idsIn(answer: string): string[] {
  return (JSON.parse(answer) as { drives: { id: string }[] }).drives.map(({ id }) => id);
}
