import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { systemClock } from '@switchback/platform/clock';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { Bookmarks } from '@switchback/search/bookmark';
import { openPostgresIndex } from '@switchback/search/open-index';
import { SearchRpc } from '@switchback/search/search.rpc';
import { fakePlaces } from '@switchback/testing/fake-places';
import type { DataSource } from 'typeorm';
import type { Catalogue } from './catalogue.js';
import { type RunningServer, startFloor } from './processes.js';
import type { ProcessSettings } from './program.js';

export interface RecordedStatement {
  text: string;
  values?: unknown[];
  name?: string;
}

/** Statements that the search service sends to the database for one request, and the drives that it returns. */
export interface RecordedQuestion {
  statements: RecordedStatement[];
  limit: number;
  ids: string[];
}

/** Bare `http` and `pg`: answers question N as the search service did, with the same statements. */
export interface SearchFloor {
  server: RunningServer;
  questions: RecordedQuestion[];
}

export async function startSearchFloor(
  { search, url }: Catalogue,
  requests: readonly SearchRequest[],
): Promise<SearchFloor> {
  const questions = await recordStatements(search!, requests);
  return { server: await startWith('raw-postgres.ts', questions, { DATABASE_URL: url }), questions };
}

/** Starts a floor with the questions that it will be asked. */
export async function startWith(
  script: string,
  questions: object[],
  settings: ProcessSettings,
): Promise<RunningServer> {
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
  const file = join(folder, 'questions.json');
  writeFileSync(file, JSON.stringify(questions));
  try {
    return await startFloor(script, { ...settings, QUESTIONS: file });
  } finally {
    // The floor has read the file by the time it is ready.
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Pool {
  query: (statement: RecordedStatement) => Promise<unknown>;
}

/**
 * Records the statements that the search service sends, so that a floor can send the same ones whatever the service's
 * implementation.
 * @throws Error if the service answers without querying the database: there is no such floor then.
 */
async function recordStatements(source: DataSource, requests: readonly SearchRequest[]): Promise<RecordedQuestion[]> {
  const pool = (source.driver as unknown as { master: Pool }).master;
  const rpc = new SearchRpc(await openPostgresIndex(source, systemClock), fakePlaces(), new Bookmarks(['bench']));
  const send = pool.query.bind(pool);
  let statements: RecordedStatement[] = [];
  pool.query = (statement) => {
    statements.push(statement);
    return send(statement);
  };
  try {
    const recorded: RecordedQuestion[] = [];
    for (const request of requests) {
      statements = [];
      const { drivesJson } = await rpc.search(request, { requestId: 'bench', caller: null });
      if (statements.length === 0)
        throw new Error('The search sent no statement to the database, so there is none to repeat.');
      const ids = idsIn(`{"drives":${drivesJson.toString()}}`);
      recorded.push({ statements, limit: LIMITS.searchBatch, ids });
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
