// Aim: concurrent searches for the same words share one query, each sees everything written before it arrived, and a
// search whose client is gone stops waiting.
import { describe, expect, it } from '@jest/globals';
import { TestClock } from '@switchback/testing/test-clock';
import { noFilters } from '../../catalogue.fixture.js';
import type { Sql } from '../sql.js';
import { Census } from './census.js';
import { CHANGE } from './census.sql.js';
import { TextSets } from './text-sets.js';

const SEARCHES = 240;

/**
 * Opens a database with one drive, which has the words once `write` was called; a statement completes when `answerNext`
 * lets it.
 */
function openDatabase() {
  const state = { revision: 1, matches: false };
  const waiting: (() => void)[] = [];
  let statements = 0;
  const sql: Sql = {
    query: (text) => {
      statements += 1;
      const { revision, matches } = state;
      const row = text.includes('string_agg')
        ? { revision: `${revision}`, numbers: matches ? '0' : null }
        : { revision: `${revision}`, number: 0, matches };
      return new Promise((resolve) => waiting.push(() => resolve([row])));
    },
  };
  const write = () => {
    state.revision += 1;
    state.matches = true;
  };
  /** Completes statements until none is left. */
  const answerAll = async () => {
    for (let turn = 0; turn < 10 * SEARCHES; turn += 1) {
      waiting.shift()?.();
      await Promise.resolve();
    }
  };
  return { sql, write, answerAll, statements: () => statements };
}

describe('TextSets', () => {
  it('queries twice for many searches with the same words', async () => {
    const { sql, write, answerAll, statements } = openDatabase();
    const texts = new TextSets(sql);
    const first = texts.get('ridge', 1, 1);
    write();
    const others = Array.from({ length: SEARCHES - 1 }, () => texts.get('ridge', 1, 2));
    await answerAll();
    const sets = await Promise.all([first, ...others]);
    expect(sets).toHaveLength(SEARCHES);
    for (const has of sets.slice(1)) expect(has[0]).toBe(1);
    expect(statements()).toBe(2);
  });

  it('queries again for a later search', async () => {
    const { sql, write, answerAll, statements } = openDatabase();
    const texts = new TextSets(sql);
    const before = texts.get('ridge', 1, 1);
    await answerAll();
    expect((await before)[0]).toBe(0);
    write();
    const after = texts.get('ridge', 1, 2);
    await answerAll();
    expect((await after)[0]).toBe(1);
    expect(statements()).toBe(2);
  });

  it('queries again after a failure, which fails only the searches that shared it', async () => {
    const { sql, answerAll } = openDatabase();
    let fails = true;
    const flaky: Sql = {
      query: (...statement) => (fails ? Promise.reject(new Error('no connection')) : sql.query(...statement)),
    };
    const texts = new TextSets(flaky);
    await expect(texts.get('ridge', 1, 1)).rejects.toThrow('no connection');
    fails = false;
    const again = texts.get('ridge', 1, 1);
    await answerAll();
    expect((await again)[0]).toBe(0);
  });
});

describe('a census that waits for the words', () => {
  // A map that is moved sends a new request and closes the previous one.
  it('drops a search whose client has gone', async () => {
    const head = { revision: '1', generation: 1 };
    const noChange = Object.fromEntries(Object.keys(CHANGE.shape).map((column) => [column, null]));
    let askedForWords = false;
    const sql: Sql = {
      query: (text) => {
        askedForWords ||= text.includes('string_agg');
        if (text.includes('string_agg')) return new Promise(() => undefined);
        if (text.includes('from drive d')) return Promise.resolve([]);
        return Promise.resolve([text.includes('count(*)') ? { ...head, count: '0' } : { ...noChange, ...head }]);
      },
    };
    const census = new Census(sql, {
      drivesMax: 10,
      clock: new TestClock({ skipsIdle: true }),
      onError: () => undefined,
    });
    await census.load();
    const gone = new AbortController();
    const read = census.read({ filters: noFilters({}), caller: null, signal: gone.signal }, 'ridge');
    expect(askedForWords).toBe(true);
    gone.abort(new Error('gone'));
    await expect(read).rejects.toThrow('gone');
  });
});
