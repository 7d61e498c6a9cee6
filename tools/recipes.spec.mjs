// Aim: a recipe lists every file of the change it describes: those of a real commit, or those that mention its example.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from './lib/setup.mjs';

const KINDS = [
  'A field on cards',
  'A filter of the search',
  'An endpoint',
  'An event consumer',
  'A job',
  'A router',
  'A service',
  'A screen',
];
/** Files where a filter's name means the filter: elsewhere it is the drive's field. */
const SEARCH = [
  'libs/contracts/src/rules/filters.ts',
  'proto/search',
  'services/search/src',
  'gateway/src/mapping',
  'web/src/features/explore',
  'web/src/texts/explore.ts',
];
const NAMED = {
  'A field on cards': {
    name: /durationSource|duration_source/,
    under: ['proto', 'libs', 'services', 'gateway', 'web/src'],
  },
  'A filter of the search': { name: /curviness/, under: SEARCH },
};
/** Specs and their helpers, documents, and files that `npm run generated` or npm writes. */
const UNLISTED = [
  /\.(spec|conformance|suite|fixture)\.|\/(testing|bench|faults)\/|^(docs|e2e)\//,
  /^proto\/gen\/|^deploy\/(helm|observability)\/|^(docker-compose\.yml|package-lock\.json)$/,
];
/** Files renamed since the commits of the recipes. */
const RENAMED = {
  'services/media/src/part.ts': 'services/media/src/service.ts',
  'services/reviews/src/part.ts': 'services/reviews/src/service.ts',
  'services/users/src/notices/notice-teller.ts': 'services/users/src/notices/notifier.ts',
};
/** Files that a commit had to add or change, and that `npm run generated` or the build makes today. */
const LISTED_ONCE = [
  /^services\/\w+\/src\/schema\.ts$/,
  /^libs\/contracts\/src\/routes\.ts$/,
  /^(gateway\/src\/services\/clients|services\/all\/src\/services)\.ts$|^(services\/all|deploy\/image)\/package\.json$/,
  /^libs\/platform\/src\/services\.ts$/,
  /^services\/\w+\/src\/(main|service)\.ts$/,
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
      beside: paths(/^In the commit for (?:[^.]|\.(?!\n))*\.\n/m.exec(text)?.[0] ?? ''),
    };
  });
const described = recipes.filter(({ commit }) => commit);

const listable = (files) => files.filter((file) => FAKE.test(file) || !UNLISTED.some((kind) => kind.test(file))).sort();
const isNeeded = (file) => !LISTED_ONCE.some((kind) => kind.test(file));

describe('the recipes', () => {
  it('cover each kind of change, and can be checked', () => {
    expect(recipes.map(({ kind }) => kind)).toEqual(KINDS);
    expect([...Object.keys(NAMED), ...described.map(({ kind }) => kind)]).toEqual(KINDS);
  });

  it.each(recipes)('$kind: every file exists', ({ mentioned, listed }) => {
    expect(listed.length).toBeGreaterThan(5);
    expect(mentioned.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  (isHistoryWhole ? it : it.skip).each(Object.entries(NAMED))(
    '%s: lists every file that names its example (needs a clone with its history)',
    (kind, { name, under }) => {
      const { listed } = recipes.find((recipe) => recipe.kind === kind);
      const files = listable(
        git('ls-files', ...under)
          .trim()
          .split('\n'),
      );
      const naming = files.filter((file) =>
        new RegExp(`\\b(${name.source})\\b`).test(readFileSync(join(ROOT, file), 'utf8')),
      );
      expect([...listed].sort()).toEqual(naming);
    },
  );

  (isHistoryWhole ? it : it.skip).each(described)(
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
