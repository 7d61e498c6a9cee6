// Aim: the rules that read types reject what they are there for, in every source of the repository.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { program, ROOT } from './lib/setup.mjs';

const CONFIG = join(ROOT, '.oxlintrc.json');
const OXLINT = program('oxlint');

/** One violation of each rule. */
const VIOLATIONS = {
  'await-thenable': 'export const wait = async () => { await 1; };',
  'no-array-delete': 'export const drop = (list: number[]) => { delete list[0]; };',
  'no-base-to-string': 'export const text = `${{}}`;',
  'no-duplicate-type-constituents': 'export type Twice = string | string;',
  'no-floating-promises': 'export const start = () => { Promise.resolve(1); };',
  'no-for-in-array': 'export const each = (list: number[]) => { for (const index in list) void index; };',
  'no-implied-eval': `export const later = () => setTimeout('1', 1);`,
  'no-misused-promises': 'export const check = (work: Promise<boolean>) => { if (work) return; };',
  'no-redundant-type-constituents': 'export type Anything = unknown | string;',
  'no-unnecessary-type-assertion': 'export const same = (value: string) => value as string;',
  'no-unsafe-argument': `export const count = () => Math.abs(JSON.parse('1'));`,
  'no-unsafe-assignment': `export const parse = () => { const value = JSON.parse('1'); void value; };`,
  'no-unsafe-call': 'export const run = (work: any) => { work(); };',
  'no-unsafe-enum-comparison': 'enum Size { Small, Large } export const small = (size: Size) => size === 0;',
  'no-unsafe-member-access': 'export const length = (value: any) => { void value.length; };',
  'no-unsafe-return': 'export const raw = (value: any): string => value;',
  'no-unsafe-unary-minus': `export const less = -'1';`,
  'only-throw-error': `export const fail = () => { throw 'text'; };`,
  'prefer-promise-reject-errors': `export const fail = () => Promise.reject('text');`,
  'restrict-plus-operands': 'export const text = (leg: { miles: number }) => `${leg.miles}: ` + leg;',
  'restrict-template-expressions': 'export const text = (value: object | null) => `${value}`;',
  'switch-exhaustiveness-check': `export const name = (kind: 'a' | 'b') => { switch (kind) { case 'a': return 1; } };`,
  'unbound-method': 'class Bus { send() { return this; } } export const send = new Bus().send;',
};

describe('the rules that read types', () => {
  let folder;
  let found;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchback-typed-lint-'));
    const compilerOptions = { target: 'es2023', strict: true, skipLibCheck: true, types: [], noEmit: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    for (const [rule, text] of Object.entries(VIOLATIONS)) writeFileSync(join(folder, `${rule}.ts`), `${text}\n`);
    found = await violationsIn(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('each have a violation here', () => {
    // Aim: a rule without one could stop working unseen.
    const config = JSON.parse(readFileSync(CONFIG, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''));
    expect(Object.keys(VIOLATIONS).sort()).toEqual(
      Object.keys(config.rules)
        .map((rule) => rule.replace('typescript/', ''))
        .sort(),
    );
  });

  it.each(Object.keys(VIOLATIONS))('%s rejects its violation', (rule) => {
    // Aim: the linter applies the rule to a source that breaks it.
    expect(found.get(`${rule}.ts`)).toContain(`typescript(${rule})`);
  });

  it('read every source', () => {
    // Aim: the linter takes files for minified or generated ones by their names, and skips them without a word.
    const lines = (text) => text.split('\n').filter(Boolean).sort();
    const read = execFileSync(process.execPath, [OXLINT, '--debug=files'], { cwd: ROOT, encoding: 'utf8' });
    const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(lines(read)).toEqual(
      lines(sources).filter((path) => !path.startsWith('proto/gen/') && existsSync(join(ROOT, path))),
    );
  });
});

/** Returns the rules that each file in `cwd` violates, by the file's name. */
async function violationsIn(cwd) {
  const args = [OXLINT, '--config', CONFIG, '--format', 'json', '.'];
  // The linter fails, as it has to.
  const output = await new Promise((done) => execFile(process.execPath, args, { cwd }, (_error, text) => done(text)));
  const found = new Map();
  for (const { filename, code } of JSON.parse(output).diagnostics)
    found.set(filename, [...(found.get(filename) ?? []), code]);
  return found;
}
