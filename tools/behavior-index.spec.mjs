// Aim: the index of behaviors in docs/ARCHITECTURE.md names only files that exist and functions that they declare, and
// stays short enough to skim.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './lib/setup.mjs';

const PAGE = 'docs/ARCHITECTURE.md';
const TITLE = '## Where a behavior lives';
const [ROWS_MIN, ROWS_MAX] = [25, 40];

const section = readFileSync(join(ROOT, PAGE), 'utf8').split(`${TITLE}\n`)[1]?.split('\n## ')[0] ?? '';
const [head = [], , ...rows] = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()));
const entries = rows.map(([behavior = '', file = '', names = '']) => ({
  behavior,
  file: quoted(file)[0] ?? '',
  names: quoted(names),
}));

/** Returns the words in backticks. */
function quoted(cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
}

/** Returns whether a source declares a function or constant `name`, or a method `Class.name`; calls do not count. */
function declares(source, name) {
  const [owner, method] = name.split('.');
  if (method === undefined) return new RegExp(`^(export )?((async )?function\\*? |const )${name}\\b`, 'm').test(source);
  const body = new RegExp(`^export class ${owner}\\b[^]*?^}`, 'm').exec(source)?.[0] ?? '';
  return new RegExp(`^ {2}((private|static|async) )*${method}[<(]`, 'm').test(body);
}

describe(`the index of behaviors in ${PAGE}`, () => {
  it('is a table that a reader can skim, sorted by area', () => {
    expect(head).toEqual(['behavior', 'file', 'function']);
    expect(entries.length).toBeGreaterThanOrEqual(ROWS_MIN);
    expect(entries.length).toBeLessThanOrEqual(ROWS_MAX);
    const areas = entries.map(({ behavior }) => behavior.split(': ')[0]);
    expect(areas).toEqual([...areas].sort());
  });

  it('has a behavior, a file and a function in each row, and no behavior twice', () => {
    expect(entries.filter(({ behavior, file, names }) => !behavior || !file || names.length === 0)).toEqual([]);
    expect(new Set(entries.map(({ behavior }) => behavior)).size).toBe(entries.length);
  });

  it('names files that exist', () => {
    expect(entries.map(({ file }) => file).filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('names functions, methods and constants that their file declares', () => {
    const wrong = entries
      .filter(({ file }) => existsSync(join(ROOT, file)))
      .flatMap(({ file, names }) => {
        const source = readFileSync(join(ROOT, file), 'utf8');
        return names.filter((name) => !declares(source, name)).map((name) => `${file}: ${name}`);
      });
    expect(wrong).toEqual([]);
  });
});
