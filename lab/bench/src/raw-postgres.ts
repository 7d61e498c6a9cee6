// The floor of P1 and P2: the limit of the machine with plain `http` and `pg`, using the search service's exact
// statements.
import { serviceSession } from '@switchback/platform/db/database';
import pg from 'pg';
import { questionsOf, serveFloor } from './floor-server.js';
import type { RecordedQuestion } from './search-floor.js';

const questions = questionsOf<RecordedQuestion>();
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], ...serviceSession('search', 10_000) });

serveFloor(async (index) => {
  const { statements, limit } = questions[index]!;
  let rows: { summary: string | null }[] = [];
  for (const statement of statements) ({ rows } = await pool.query<{ summary: string | null }>(statement));
  const summaries = rows.slice(0, limit).flatMap(({ summary }) => summary ?? []);
  return `{"drives":[${summaries.join(',')}]}`;
});
