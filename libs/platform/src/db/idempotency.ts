import { createHash } from 'node:crypto';
import type { EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { ProductError } from '../errors.js';

/** Retention of answers, as promised by the API. */
const KEPT = `interval '24 hours'`;
const SWEEP_MAX = 100;

/** Identity of a request that may be repeated. */
export interface IdempotentRequest {
  /** User id: keys of different people never collide. */
  person: string;
  key: string;
  /** Hash of the request; the same key with another fingerprint is rejected. */
  fingerprint: string;
}

type Querying = Pick<EntityManager, 'query'>;

/**
 * For a migration of a service with calls that create: creates the table of stored answers, as `json` so that a
 * repeated answer is byte-identical.
 */
export async function createIdempotency(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table idempotent_request (
      person text collate "C" not null,
      key_hash text collate "C" not null,
      fingerprint text not null,
      answer json,
      at timestamptz not null default now(),
      primary key (person, key_hash)
    )`);
  await runner.query('create index idempotent_request_at on idempotent_request (at)');
}

export async function dropIdempotency(runner: QueryRunner): Promise<void> {
  await runner.query('drop table idempotent_request');
}

/** Base of a migration that only adds the table of stored answers. */
export abstract class AddIdempotency implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return createIdempotency(runner);
  }

  down(runner: QueryRunner): Promise<void> {
    return dropIdempotency(runner);
  }
}

/**
 * Returns the answer that a request got within the last day; null for a new request. Callers check this before they
 * prepare the work, so that a repetition costs one read, even if the person or the created object is gone.
 * @throws ProductError `keyReused` if the key was used for a different request.
 */
export async function storedAnswer<Answer extends object>(
  manager: Querying,
  request: IdempotentRequest,
): Promise<Answer | null> {
  const [kept] = await manager.query<{ fingerprint: string; answer: Answer }[]>(
    `select fingerprint, answer from idempotent_request where person = $1 and key_hash = $2 and at > now() - ${KEPT}`,
    idOf(request),
  );
  if (!kept) return null;
  if (kept.fingerprint !== request.fingerprint) throw new ProductError('keyReused');
  return kept.answer;
}

/**
 * Does work once per key and stores the answer in the same transaction. A second request with the key waits for the
 * first and gets its answer; failed work leaves nothing behind, so the second request does it.
 * @param request null for a request without a key.
 * @throws ProductError `keyReused` if the key was used for a different request.
 */
export async function answerOnce<Answer extends object>(
  manager: Querying,
  request: IdempotentRequest | null,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (!request) return work();
  await sweep(manager);
  const begun = await manager.query<unknown[]>(
    `insert into idempotent_request as kept (person, key_hash, fingerprint) values ($1, $2, $3)
     on conflict (person, key_hash) do update set fingerprint = excluded.fingerprint, answer = null, at = now()
       where kept.at <= now() - ${KEPT} returning 1`,
    [...idOf(request), request.fingerprint],
  );
  if (begun.length === 0) {
    const stored = await storedAnswer<Answer>(manager, request);
    if (stored) return stored;
    throw new Error('The stored response of an idempotent request expired before it was read.');
  }
  const answer = await work();
  await manager.query('update idempotent_request set answer = $3 where person = $1 and key_hash = $2', [
    ...idOf(request),
    JSON.stringify(answer),
  ]);
  return answer;
}

/** Deletes the stored answers of a person whose account is deleted. */
export async function deleteAnswers(manager: Querying, person: string): Promise<void> {
  await manager.query('delete from idempotent_request where person = $1', [person]);
}

/** Deletes expired answers; each request deletes more than it adds. */
async function sweep(manager: Querying): Promise<void> {
  await manager.query(
    `delete from idempotent_request where (person, key_hash) in (
       select person, key_hash from idempotent_request where at <= now() - ${KEPT}
       limit ${SWEEP_MAX} for update skip locked)`,
  );
}

/** Hashes the key: clients choose it and may put anything into it. */
function idOf({ person, key }: IdempotentRequest): [string, string] {
  return [person, createHash('sha256').update(key).digest('base64url')];
}
