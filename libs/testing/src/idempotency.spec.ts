// Aim: however often and however concurrently a request arrives with its key, the work is done once and every call gets
// its answer; a key is valid for one request of one person, for one day.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import {
  answerOnce,
  createIdempotency,
  dropIdempotency,
  deleteAnswers,
  type IdempotentRequest,
  storedAnswer,
} from '@switchback/platform/db/idempotency';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './database.js';
import { repetitions } from './random.js';

class Notes1764000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createIdempotency(runner);
    await runner.query('create table note (id int generated always as identity, text text not null)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table note');
    await dropIdempotency(runner);
  }
}

const AT_ONCE = 50;
const BURSTS = repetitions({ short: 3, full: 500 });

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectService({ url: database.url }, 'notes', { entities: [], migrations: [Notes1764000000001] });
});
beforeEach(() => source.query('truncate note, idempotent_request'));
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const REQUEST: IdempotentRequest = { person: 'ann', key: 'k', fingerprint: 'f' };

function write(request: IdempotentRequest | null, text = 'note'): Promise<{ id: number }> {
  return source.transaction((manager) =>
    answerOnce(manager, request, async () => {
      const [row] = await manager.query<[{ id: number }]>('insert into note (text) values ($1) returning id', [text]);
      return row;
    }),
  );
}

async function notes(): Promise<number> {
  return (await source.query<unknown[]>('select from note')).length;
}

const age = (hours: number) =>
  source.query(`update idempotent_request set at = now() - make_interval(hours => $1)`, [hours]);

describe('an idempotent request', () => {
  it('gets one response, also if sent concurrently', async () => {
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const request = { ...REQUEST, key: `burst ${burst}` };
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => write(request)));
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    }
    expect(await notes()).toBe(BURSTS);
  }, 600_000);

  it('is identified by its key, its person and its content', async () => {
    const first = await write(REQUEST);
    expect(await storedAnswer(source.manager, REQUEST)).toEqual(first);
    expect((await write({ ...REQUEST, person: 'bob' })).id).not.toBe(first.id);
    expect((await write({ ...REQUEST, key: 'other' })).id).not.toBe(first.id);
    expect((await write(null)).id).not.toBe((await write(null)).id);
    const reused = { ...REQUEST, fingerprint: 'other' };
    await expect(write(reused)).rejects.toMatchObject({ error: 'keyReused' });
    await expect(storedAnswer(source.manager, reused)).rejects.toMatchObject({ error: 'keyReused' });
    expect(await notes()).toBe(5);
  });

  it('is repeated by the next request if the first failed', async () => {
    const failed = source.transaction((manager) =>
      answerOnce(manager, REQUEST, () => Promise.reject(new Error('no room'))),
    );
    await expect(failed).rejects.toThrow('no room');
    expect(await storedAnswer(source.manager, REQUEST)).toBeNull();
    await write(REQUEST);
    expect(await notes()).toBe(1);
  });

  it('is new after a day, and the old record is deleted', async () => {
    await write(REQUEST);
    await write({ ...REQUEST, key: 'old' });
    await age(23);
    await write(REQUEST);
    expect(await notes()).toBe(2);
    await age(25);
    expect(await storedAnswer(source.manager, REQUEST)).toBeNull();
    await write({ ...REQUEST, fingerprint: 'other' });
    expect(await notes()).toBe(3);
    expect(await source.query('select fingerprint from idempotent_request')).toEqual([{ fingerprint: 'other' }]);
  });

  it('is deleted with its person', async () => {
    await write(REQUEST);
    await write({ ...REQUEST, person: 'bob' });
    await deleteAnswers(source.manager, 'ann');
    expect(await source.query('select person from idempotent_request')).toEqual([{ person: 'bob' }]);
  });
});
