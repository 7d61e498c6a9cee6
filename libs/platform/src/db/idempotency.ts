import { createHash } from 'node:crypto';
import type { EntityManager, QueryRunner } from 'typeorm';
import { ProductError } from '../errors.js';

/** How long an answer is kept, as the API promises. */
const KEPT_HOURS = 24;
const SWEEP_MAX = 100;

/** Which request this is, for one that may come twice. */
export interface IdempotentRequest {
  /** User id: keys of two people never meet. */
  person: string;
  key: string;
  /** Of what is asked; the same key with another one is refused. */
  fingerprint: string;
}

/** For a migration of a service with calls that create: the table their answers are kept in. */
export async function createIdempotency(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table idempotent_request (
      person text collate "C" not null,
      key_hash text collate "C" not null,
      fingerprint text not null,
      answer jsonb,
      at timestamptz not null default now(),
      primary key (person, key_hash)
    )`);
  await runner.query('create index idempotent_request_at on idempotent_request (at)');
}

export async function dropIdempotency(runner: QueryRunner): Promise<void> {
  await runner.query('drop table idempotent_request');
}

/**
 * Does a piece of work once for a key: the answer is kept in the transaction of the work, and given again to whoever comes
 * with the same key within a day. One who comes meanwhile waits for the first; of work that fails nothing is kept.
 * @throws ProductError `keyReused` where the key came with another request.
 */
export async function answerOnce<Answer extends object>(
  manager: EntityManager,
  request: IdempotentRequest | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!request) return work();
  const { person, fingerprint } = request;
  const id = [person, createHash('sha256').update(request.key).digest('base64url')];
  await manager.query(
    `delete from idempotent_request where (person, key_hash) in (
       select person, key_hash from idempotent_request where at < now() - interval '${KEPT_HOURS} hours'
       limit ${SWEEP_MAX} for update skip locked)`,
  );
  const begun = await manager.query<unknown[]>(
    `insert into idempotent_request (person, key_hash, fingerprint) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [...id, fingerprint],
  );
  if (begun.length === 0) return keptAnswer<Answer>(manager, id, fingerprint);
  const answer = await work();
  await manager.query('update idempotent_request set answer = $3 where person = $1 and key_hash = $2', [
    ...[...id, JSON.stringify(answer)],
  ]);
  return answer;
}

async function keptAnswer<Answer>(manager: EntityManager, id: string[], fingerprint: string): Promise<Answer> {
  const [kept] = await manager.query<{ fingerprint: string; answer: Answer }[]>(
    'select fingerprint, answer from idempotent_request where person = $1 and key_hash = $2',
    id,
  );
  if (kept?.fingerprint !== fingerprint) throw new ProductError('keyReused');
  return kept.answer;
}
