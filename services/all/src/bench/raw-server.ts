// The floor of P1 and P2: what the machine gives to plain `http` and `pg` with the very statements the search service sends.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { serviceSession } from '@switchback/platform/db/database';
import pg from 'pg';
import type { RecordedQuestion } from './statements.js';

const { DATABASE_URL, STATEMENTS, PORT } = process.env;
const questions = JSON.parse(readFileSync(STATEMENTS!, 'utf8')) as RecordedQuestion[];
const pool = new pg.Pool({ connectionString: DATABASE_URL, ...serviceSession('search', 10_000) });

async function answer(index: number): Promise<string> {
  const { statements, limit } = questions[index]!;
  let rows: { summary: string | null }[] = [];
  for (const statement of statements) ({ rows } = await pool.query<{ summary: string | null }>(statement));
  const summaries = rows.slice(0, limit).flatMap(({ summary }) => summary ?? []);
  return `{"drives":[${summaries.join(',')}]}`;
}

const server = createServer((request, response) => {
  request.resume();
  if (request.url === '/api/health/ready') return void response.end();
  answer(Number(request.url!.slice(1))).then(
    (text) => response.setHeader('content-type', 'application/json').end(text),
    (error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    },
  );
});
server.listen(Number(PORT), '127.0.0.1');
for (const end of ['SIGTERM', 'disconnect']) process.once(end, () => process.exit());
