// The suites of the release before, over the schema of this tree: what a rollout and a rollback stand on. A migration
// that takes away what that release still needs fails here. docs/deployment.md tells how to migrate instead.
//   node tools/previous-suite.mjs [REF]      a tag or commit; the latest tag of a release unless said otherwise
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment, fail, nodeBinary, ROOT, setUp } from './lib/setup.mjs';

const DATABASE = 'switchback';
const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

const ref = process.argv[2] ?? latestRelease();
if (ref === undefined) {
  process.stdout.write('There is no release yet whose suites could be run.\n');
} else {
  await setUp();
  const scratch = mkdtempSync(join(tmpdir(), 'switchback-previous-'));
  process.exitCode = await inWorktree(join(scratch, 'tree'), (tree) => onNextSchema(join(scratch, 'data'), tree));
  rmSync(scratch, { recursive: true, force: true });
}

function latestRelease() {
  const tags = git('tag', '--list', 'v[0-9]*', '--sort=-version:refname').split('\n');
  return tags.find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
}

async function inWorktree(tree, work) {
  git('worktree', 'add', '--detach', tree, ref);
  try {
    return await work(tree);
  } finally {
    git('worktree', 'remove', '--force', tree);
  }
}

/** Answers the exit code of the release's suites, each of whose databases begins with this tree's schema. */
async function onNextSchema(dataDir, tree) {
  const { joinOrStart } = await import(pathToFileURL(join(ROOT, 'libs/platform/dist/db/embedded-postgres.js')).href);
  const server = await joinOrStart({ dataDir, durable: false });
  try {
    run(ROOT, ['services/all/dist/commands/migrate.js'], { DATABASE_URL: server.url });
    const admin = new URL(server.url);
    // A database that somebody is connected to cannot be copied.
    admin.pathname = '/postgres';
    const suites = { TEST_DATABASE_URL: admin.href, TEST_SCHEMA_DATABASE: DATABASE };
    return run(tree, ['tools/test.mjs', '--only', 'unit'], suites, false);
  } finally {
    await server.stop();
  }
}

function run(cwd, args, extra, mustSucceed = true) {
  const { status } = spawnSync(nodeBinary(), args, { cwd, env: environment(extra), stdio: 'inherit' });
  if (mustSucceed && status !== 0) fail(`${args[0]} ended with ${status}.`);
  return status ?? 1;
}
