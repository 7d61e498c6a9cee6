// The previous release, whose processes must work on this tree's schema during a rollout and after a rollback.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './setup.mjs';

/**
 * Moves to the commit of each release right after it, together with `services/all/src/previous-columns.json`, which
 * `node tools/previous-suite.mjs --columns` writes.
 */
export const PREVIOUS_RELEASE = '2c59672b389b81a6423a6f16a9d4e513dd74a9cd';

/** Files that define tables, each with the specs of the previous release that write rows to them. */
const SCHEMAS = [
  [/^services\/([a-z]+)\/src\/migrations\/\d+-.*(?<!spec)\.ts$/, foldersOf],
  [/^services\/search\/src\/index\/postgres\/(?:columns|schema)\.ts$/, () => 'services/search/src/index/postgres'],
  [/^libs\/platform\/src\/events\/(?:outbox|postgres-bus-tables)\.ts$/, () => 'libs/testing/src/postgres-bus'],
];

function foldersOf(service) {
  return service === 'search' ? 'services/search/src/index/postgres' : `services/${service}/src`;
}

/** Returns the folders, or beginnings of names, of specs that changes of these files concern. */
export function specsOf(files) {
  const found = files.flatMap((file) =>
    SCHEMAS.flatMap(([pattern, specs]) => {
      const match = pattern.exec(file);
      return match ? [specs(match[1])] : [];
    }),
  );
  return [...new Set(found)].sort();
}

/**
 * Returns the specs of a tree in these places that use a service's tables. Those of migrations undo the release's own,
 * those that create tables in a schema would find them there already, and those that compare whole rows with those of a
 * rebuild would find this tree's columns in the former alone: such an index is recognized as outdated and rebuilt. Those
 * that drop an index's tables test the release's own after that, and deadlock at times with its background reads.
 */
export function specsWithTables(tree, places) {
  const files = places.map((place) =>
    readdirSync(join(tree, dirname(place)), { recursive: true })
      .map((name) => join(dirname(place), name))
      .filter((file) => file.startsWith(place) && file.endsWith('.spec.ts') && !file.includes('/migrations/'))
      .sort(),
  );
  // A service with many specs must not use up the time of the rest.
  const fewestFirst = files.toSorted((a, b) => a.length - b.length).flat();
  return [...new Set(fewestFirst)].filter((file) => {
    const text = readFileSync(join(tree, file), 'utf8');
    return (
      (opensDatabase(text) || fixturesOf(tree, file, text).some(opensDatabase)) &&
      !/createOutbox|schemaConformance|select to_jsonb\(|`drop table /.test(text)
    );
  });
}

const opensDatabase = (text) => /createTestDatabase|busConformance/.test(text);

/** Returns the texts of the fixtures that a spec imports. */
function fixturesOf(tree, file, text) {
  const imports = text.matchAll(/from '(\.[^']*\.fixture)\.js'/g);
  return Array.from(imports, ([, name]) => readFileSync(join(tree, dirname(file), `${name}.ts`), 'utf8'));
}

/** Runs `git`; returns its output. */
export const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Whether this clone has the commit; a shallow one may not. */
export function hasCommit(ref) {
  try {
    git('cat-file', '-e', `${ref}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/** Returns the files that this tree has changed since a commit, with those not committed yet. */
export function changedSince(ref) {
  const added = git('ls-files', '--others', '--exclude-standard').split('\n');
  return [...git('diff', '--name-only', ref).split('\n'), ...added].filter(Boolean);
}

/** Checks out a commit in a folder for the time of `work`, with the packages of this tree and its own sources. */
export async function inTreeOf(ref, tree, work) {
  git('worktree', 'add', '--detach', tree, ref);
  try {
    linkModules(tree);
    return await work();
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
}

/** Installing the packages would take minutes, and the versions of one release to the next differ little. */
function linkModules(tree) {
  const own = '@switchback';
  for (const project of ['.', ...projectsWithModules()]) {
    const [from, to] = [ROOT, tree].map((root) => join(root, project, 'node_modules'));
    if (!existsSync(join(tree, project))) continue;
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from)) if (name !== own) symlinkSync(join(from, name), join(to, name));
  }
  const scope = join(tree, 'node_modules', own);
  mkdirSync(scope);
  for (const name of readdirSync(join(ROOT, 'node_modules', own)))
    for (const project of [`libs/${name}`, `services/${name}`, name])
      if (existsSync(join(tree, project, 'package.json'))) symlinkSync(join(tree, project), join(scope, name));
}

function projectsWithModules() {
  const inFolder = (folder) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);
  return [...inFolder('libs'), ...inFolder('services'), 'gateway', 'proto'].filter((project) =>
    existsSync(join(ROOT, project, 'node_modules')),
  );
}
