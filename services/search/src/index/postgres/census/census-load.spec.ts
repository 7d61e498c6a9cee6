// Aim: if the drives do not fit in memory, searches pay for that check once a minute at most.
import { describe, expect, it } from '@jest/globals';
import { TestClock } from '@switchback/testing/test-clock';
import { noFilters } from '../../catalogue.fixture.js';
import type { Sql } from '../sql.js';
import { Census } from './census.js';

const QUERY = { filters: noFilters({}), caller: null };
const MINUTE_MS = 60_000;

/** Opens a census on a database that returns a count or fails; `asked` is the number of its statements. */
function open(drivesMax: number, answer: () => unknown[]) {
  const clock = new TestClock({ skipsIdle: true });
  const errors: unknown[] = [];
  let calls = 0;
  const sql: Sql = {
    query: () => {
      calls += 1;
      return Promise.resolve().then(answer);
    },
  };
  const census = new Census(sql, { drivesMax, clock, onError: (error) => errors.push(error) });
  const search = async () => {
    expect(await census.read(QUERY, null)).toBeNull();
    await census.load();
  };
  return { search, clock, errors, asked: () => calls };
}

describe('a census that cannot be loaded', () => {
  // Above the limit, every wide search would count all drives for nothing.
  it('is retried once a minute if there are too many drives', async () => {
    const { search, clock, errors, asked } = open(10, () => [{ revision: '1', generation: 1, count: '11' }]);
    for (let time = 0; time < 5; time += 1) await search();
    expect(asked()).toBe(1);
    await clock.sleep(MINUTE_MS);
    await search();
    expect(asked()).toBe(2);
    expect(errors).toEqual([]);
  });

  // An operator who investigates slow searches finds the cause in the log.
  it('reports its failure, and is retried after a minute', async () => {
    const { search, clock, errors, asked } = open(10, () => {
      throw new Error('no connection');
    });
    for (let time = 0; time < 3; time += 1) await search();
    expect([asked(), errors.map(String)]).toEqual([1, ['Error: no connection']]);
    await clock.sleep(MINUTE_MS);
    await search();
    expect([asked(), errors.length]).toEqual([2, 2]);
  });
});
