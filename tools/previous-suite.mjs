// Runs the previous release's suites on this tree's schema, which rollouts and rollbacks rely on. Fails if a migration
// removes something that the release still needs; docs/deployment.md explains how to migrate instead.
//   node tools/previous-suite.mjs [REF]      a tag or commit; by default the latest release tag
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
  process.stdout.write('There is no release yet, so there are no suites to run.\n');
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

/** Returns the exit code of the release's suites; each of their databases starts with this tree's schema. */
async function onNextSchema(dataDir, tree) {
  const { joinOrStart } = await import(pathToFileURL(join(ROOT, 'libs/platform/dist/db/embedded-postgres.js')).href);
  const server = await joinOrStart({ dataDir, durable: false });
  try {
    run(ROOT, ['services/all/dist/commands/migrate.js'], { DATABASE_URL: server.url });
    const admin = new URL(server.url);
    // PostgreSQL cannot copy a database that has connections.
    admin.pathname = '/postgres';
    const suites = { TEST_DATABASE_URL: admin.href, TEST_SCHEMA_DATABASE: DATABASE };
    return run(tree, ['tools/test.mjs', '--only', 'unit'], suites, false);
  } finally {
    await server.stop();
  }
}

function run(cwd, args, extra, mustSucceed = true) {
  const { status } = spawnSync(nodeBinary(), args, { cwd, env: environment(extra), stdio: 'inherit' });
  if (mustSucceed && status !== 0) fail(`${args[0]} exited with ${status}.`);
  return status ?? 1;
}
