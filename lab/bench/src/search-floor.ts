import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import type { Catalogue } from './catalogue.js';
import { type RunningServer, startFloor } from './processes.js';
import { recordSearches } from './searches.js';
import { type RecordedStatement, recordStatements } from './statements.js';

/** Bare `http` on the index's engine: answers question N as the search service did, with the same queries. */
export interface SearchFloor {
  /** Description of its components. */
  name: string;
  server: RunningServer;
  /** IDs of the drives that the search service found, per question. */
  ids: string[][];
  /** Statements that the search service sent to PostgreSQL, per question; empty if the index is elsewhere. */
  statements: RecordedStatement[][];
}

export async function startSearchFloor(catalogue: Catalogue, requests: readonly SearchRequest[]): Promise<SearchFloor> {
  const { search, url, engines } = catalogue;
  if (search) {
    const recorded = await recordStatements(search, requests);
    const questions = recorded.map(({ question }) => question);
    const server = await startWith('raw-postgres.ts', questions, { DATABASE_URL: url });
    const ids = recorded.map((found) => found.ids);
    return { name: 'raw http+pg', server, ids, statements: questions.map(({ statements }) => statements) };
  }
  const questions = await recordSearches(engines.settings, requests);
  const { ELASTICSEARCH_URL = '' } = engines.settings;
  const server = await startWith('raw-elasticsearch.ts', questions, { ELASTICSEARCH_URL });
  return { name: 'raw http+Elasticsearch', server, ids: questions.map(({ ids }) => ids), statements: [] };
}

/** Starts a floor with the questions that it will be asked. */
export async function startWith(
  script: string,
  questions: object[],
  settings: Record<string, string>,
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
