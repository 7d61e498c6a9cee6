// The floor of P22: plain `http` and `pg` with the exact statements that the users service sends for a profile.
import { serviceSession } from '@switchback/platform/db/database';
import pg from 'pg';
import { questionsOf, serveFloor } from './floor-server.js';
import type { RecordedStatement } from './statements.js';

const profiles = questionsOf<RecordedStatement[]>();
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], ...serviceSession('users', 10_000) });

serveFloor(async (index) => {
  const answers: unknown[][] = [];
  for (const statement of profiles[index]!) answers.push((await pool.query<object>(statement)).rows);
  return JSON.stringify(answers);
});
