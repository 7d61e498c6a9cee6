// Aim: rows that differ from their declaration fail on the first one, and the failure reveals no values.
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { queryRows, type SqlConnection } from './sql.js';

const ROW = z.strictObject({ id: z.string(), count: z.number().nullable() });

const answering = (result: unknown): SqlConnection => ({ query: () => Promise.resolve(result) });
const read = (result: unknown) => queryRows(answering(result), ROW, 'select id, count from t where id = $1', ['x']);

describe('rows of a statement', () => {
  it('are returned as the driver returns them', async () => {
    const rows = [
      { id: 'a', count: 1 },
      { id: 'b', count: null },
    ];
    expect(await read(rows)).toBe(rows);
    expect(await read([])).toEqual([]);
  });

  it('are those that an update or delete returns', async () => {
    const rows = [{ id: 'a', count: 1 }];
    expect(await read([rows, 1])).toBe(rows);
    expect(await read([[], 0])).toEqual([]);
  });

  it.each<[string, object, RegExp]>([
    ['another type', { id: 'secret', count: '7' }, /count: .*expected number/],
    ['a null', { id: null, count: 7 }, /id: .*expected string/],
    ['a missing column', { id: 'secret' }, /count: /],
    ['an undeclared column', { id: 'secret', count: 7, more: 'secret' }, /"more"/],
  ])('fail with %s', async (_name, row, message) => {
    const failure = read([row]);
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow('select id, count from t');
    await expect(failure).rejects.not.toThrow('secret');
  });

  it('are checked once, regardless of their number', async () => {
    let checks = 0;
    const counted = z.strictObject({ id: z.string().refine(() => (checks += 1) > 0) });
    const rows = Array.from({ length: 1_000 }, (_, index) => ({ id: `r${index}` }));
    await queryRows(answering(rows), counted, 'select id from t');
    expect(checks).toBe(1);
  });
});
