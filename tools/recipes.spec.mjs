// Aim: a recipe lists every file of the real commit that it describes, and takes no more files than promised.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './lib/setup.mjs';

/** Kind → most files that it may take; a service has its folder besides. */
const KINDS = {
  'A field on cards': 7,
  'A filter of the search': 7,
  'An endpoint': 6,
  'An event consumer': 2,
  'An event': Infinity,
  'A job': Infinity,
  'A router': Infinity,
  'A service': 4,
  'A screen': Infinity,
};
/** Specs and their helpers, documents, and files that npm or `npm run generated` writes. */
const UNLISTED = [
  /\.(spec|conformance|suite|fixture)\.|\/(testing|bench|faults)\/|^(docs|e2e)\//,
  /^proto\/gen\/|^deploy\/(helm|observability)\/|^(docker-compose\.yml|package-lock\.json)$/,
];
/** Files renamed since the commits of the recipes. */
const RENAMED = {
  'services/media/src/part.ts': 'services/media/src/service.ts',
  'services/reviews/src/part.ts': 'services/reviews/src/service.ts',
  'services/users/src/notices/notice-teller.ts': 'services/users/src/notices/notifier.ts',
  'gateway/src/access.table.ts': 'gateway/src/testing/access.table.ts',
  'web/src/features/about/MarkdownText.tsx': 'web/src/components/MarkdownText.tsx',
};
/** Files that a commit had to add or change, and that `npm run generated` or the build makes today. */
const LISTED_ONCE = [
  /^services\/\w+\/src\/schema\.ts$/,
  /^libs\/contracts\/src\/routes\.ts$/,
  /^(gateway\/src\/services\/clients|services\/all\/src\/services)\.ts$|^(services\/all|deploy\/image)\/package\.json$/,
  /^libs\/platform\/src\/services\.ts$/,
  /^services\/\w+\/src\/(main|service)\.ts$/,
  /^gateway\/service\.json$/,
];
const FAKE = /^libs\/testing\/src\/fake-/;

const git = (...args) =>
  execFileSync('git', ['-c', `safe.directory=${ROOT}`, ...args], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });
const isHistoryWhole = (() => {
  try {
    return git('rev-parse', '--is-shallow-repository').trim() === 'false';
  } catch {
    return false;
  }
})();

const recipes = readFileSync(join(ROOT, 'docs/recipes.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text) => {
    const paths = (part) => [...part.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path);
    const rows = text.split('\n').filter((line) => line.startsWith('| `'));
    return {
      kind: text.split('\n')[0],
      mentioned: paths(text),
      listed: rows.map((row) => paths(row)[0]),
      commit: /, commit `([0-9a-f]{7,40})`/.exec(text)?.[1],
      isReverted: text.includes('(reverted after counting)'),
      beside: paths(/^In the commit for (?:[^.]|\.(?!\n))*\.\n/m.exec(text)?.[0] ?? ''),
    };
  });

const isGenerated = (file) =>
  existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8').startsWith('// Made by npm run generated');
const isUnlisted = (file) => isGenerated(file) || UNLISTED.some((kind) => kind.test(file));
const listable = (files) => files.filter((file) => FAKE.test(file) || !isUnlisted(file));
const isNeeded = (file) => !LISTED_ONCE.some((kind) => kind.test(file));

describe('the recipes', () => {
  it('cover each kind of change, and can be checked', () => {
    expect(recipes.map(({ kind }) => kind)).toEqual(Object.keys(KINDS));
    expect(recipes.filter(({ commit }) => !commit)).toEqual([]);
  });

  it.each(recipes)('$kind: takes no more files than promised', ({ kind, listed }) => {
    const outside = kind === 'A service' ? listed.filter((path) => !path.startsWith('services/media/')) : listed;
    expect(outside.length).toBeGreaterThan(1);
    expect(outside.length).toBeLessThanOrEqual(KINDS[kind]);
  });

  it.each(recipes)('$kind: every file exists, unless its commit was reverted', ({ mentioned, listed, isReverted }) => {
    const named = isReverted ? mentioned.filter((path) => !listed.includes(path)) : mentioned;
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  (isHistoryWhole ? it : it.skip).each(recipes)(
    '$kind: lists the files of its commit (needs a clone with its history)',
    ({ commit, listed, beside }) => {
      const files = git('show', '--name-only', '--format=', commit)
        .trim()
        .split('\n')
        .map((file) => RENAMED[file] ?? file);
      expect(listed.filter((path) => !files.includes(path))).toEqual([]);
      const isBeside = (file) => beside.some((path) => file === path || (path.endsWith('/') && file.startsWith(path)));
      const needed = listable(files).filter(isNeeded);
      expect(needed.filter((file) => !listed.includes(file) && !isBeside(file))).toEqual([]);
    },
  );
});
