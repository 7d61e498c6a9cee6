// Runs the previous release's specs on this tree's schema, which rollouts and rollbacks rely on: those of each service
// whose migrations or index columns changed since. Fails if a migration removes something that the release still needs;
// docs/deployment.md explains how to migrate instead. Skipped, with the reason, if no schema changed.
//   node tools/previous-suite.mjs [REF] [--report FILE]   a commit; by default PREVIOUS_RELEASE
//   node tools/previous-suite.mjs [REF] --columns         writes the release's columns for previous-columns.spec.ts
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  changedSince,
  hasCommit,
  inTreeOf,
  PREVIOUS_RELEASE,
  specsOf,
  specsWithTables,
} from './lib/previous-release.mjs';
import { JEST } from './lib/jest-command.mjs';
import { environment, fail, nodeBinary, program, ROOT, setUp } from './lib/setup.mjs';
import { jestCounts } from './lib/test-counts.mjs';

const DATABASE = 'switchback';
/** For all specs; what is not started by then is skipped. */
const BUDGET_MS = 8 * 60_000;
/** Specs for one run of Jest: what has passed by the end of the budget counts. */
const SPECS_AT_ONCE = 6;
const COLUMNS_FILE = join(ROOT, 'services', 'all', 'src', 'previous-columns.json');

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { report: { type: 'string' }, columns: { type: 'boolean', default: false } },
});
const ref = positionals[0] ?? PREVIOUS_RELEASE;
const outcome = { passed: 0, failed: [], skipped: [] };
const endsAt = Date.now() + BUDGET_MS;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const reason = options.columns ? undefined : reasonToSkip();
if (reason) outcome.skipped.push(reason);
else await run();
process.stdout.write(
  `previous: ${outcome.passed} passed, ${outcome.failed.length} failed, ${outcome.skipped.length} skipped\n`,
);
for (const title of outcome.skipped) process.stdout.write(`skipped  ${title}\n`);
if (options.report) writeFileSync(options.report, JSON.stringify(outcome));
process.exit(outcome.failed.length === 0 ? 0 : 1);

function reasonToSkip() {
  if (!hasCommit(ref)) return `this clone lacks the previous release, ${ref.slice(0, 12)}`;
  return specsOf(changedSince(ref)).length === 0 ? `no schema changed since ${ref.slice(0, 12)}` : undefined;
}

async function run() {
  await setUp();
  const scratch = mkdtempSync(join(tmpdir(), 'switchback-previous-'));
  try {
    const tree = join(scratch, 'tree');
    await inTreeOf(ref, tree, () => (options.columns ? writeColumns(scratch, tree) : runSpecs(scratch, tree)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Each database of the release's specs starts with this tree's schema. */
async function runSpecs(scratch, tree) {
  await withServer(scratch, async ({ url }) => {
    migrate(ROOT, ['services/all/dist/commands/migrate.js'], url);
    const admin = new URL(url);
    // PostgreSQL cannot copy a database that has connections.
    admin.pathname = '/postgres';
    const env = { TEST_DATABASE_URL: admin.href, TEST_SCHEMA_DATABASE: DATABASE };
    const specs = specsWithTables(tree, specsOf(changedSince(ref)));
    for (let start = 0; start < specs.length; start += SPECS_AT_ONCE)
      await runJest(tree, specs.slice(start, start + SPECS_AT_ONCE), env, join(scratch, 'report.json'));
  });
}

async function runJest(tree, specs, env, report) {
  const leftMs = endsAt - Date.now();
  if (leftMs <= 0) return void outcome.skipped.push(...specs.map((spec) => `${spec}: no time was left for it`));
  rmSync(report, { force: true });
  const args = [...JEST, '-w', '2', '--runTestsByPath', '--json', `--outputFile=${report}`, ...specs];
  const status = await spawned(args, { cwd: tree, env: environment(env), timeout: leftMs });
  if (status === 'late') return void outcome.skipped.push(`${specs.join(', ')}: did not end in time`);
  const counts = existsSync(report) ? jestCounts(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  outcome.passed += counts?.passed ?? 0;
  outcome.failed.push(...(counts?.failed ?? [`${specs.join(', ')}: exited with ${status}`]));
  outcome.skipped.push(...(counts?.skipped ?? []));
}

function spawned(args, settings) {
  return new Promise((resolve) => {
    const child = spawn(nodeBinary(), args, { ...settings, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('close', (code, signal) => resolve(signal === 'SIGTERM' ? 'late' : code));
  });
}

/** Writes the columns of each table of the release, as its own migrations make them. */
async function writeColumns(scratch, tree) {
  await withServer(scratch, async ({ url }) => {
    const sources = ['--import', '@swc-node/register/esm-register', '--conditions=@switchback/source'];
    migrate(tree, [...sources, 'services/all/src/commands/migrate.ts'], url);
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(`
      select table_schema || '.' || table_name as name, array_agg(column_name::text order by ordinal_position) as columns
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and table_name <> 'migrations'
         and table_schema not in ('pg_catalog', 'information_schema', 'public', 'graphile_worker')
       group by 1 order by 1`);
    await client.end();
    const columns = Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
    writeFileSync(COLUMNS_FILE, `${JSON.stringify({ release: ref, columns }, null, 2)}\n`);
    spawnSync(nodeBinary(), [program('prettier'), '--write', COLUMNS_FILE], { stdio: 'ignore' });
  });
}

async function withServer(scratch, work) {
  const { joinOrStart } = await import(pathToFileURL(join(ROOT, 'libs/platform/dist/db/embedded-postgres.js')).href);
  const server = await joinOrStart({ dataDir: join(scratch, 'data'), durable: false });
  try {
    await work(server);
  } finally {
    await server.stop();
  }
}

function migrate(cwd, args, url) {
  const env = environment({ DATABASE_URL: url, TS_NODE_PROJECT: 'tsconfig.base.json' });
  const { status } = spawnSync(nodeBinary(), args, { cwd, env, stdio: 'inherit' });
  if (status !== 0) fail(`The migrations in ${cwd} exited with ${status}.`);
}
