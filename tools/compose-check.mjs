// Checks the deployment with Docker Compose: builds the image, waits until every container is healthy, and runs
// e2e/compose.config.ts against it. Skipped, with the reason, if no deployment file changed since the branch left main,
// or if there is no Docker; `DOCKER_HERE` names a script that provides one: `up FOLDER`, `down`. On main it always
// runs, since the previous state is unknown. `--base=REF` compares with another commit, `--report FILE` writes the
// outcome. A pipeline with a time limit sets `COMPOSE_STARTS_BEFORE`, in seconds since 1970, after which the check is
// skipped.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { changedFiles, findForkPoint, head } from './lib/affected.mjs';
import { environment, nodeBinary, program, ROOT, setUp, WITHOUT_ENGINES } from './lib/setup.mjs';
import { playwrightCounts } from './lib/test-counts.mjs';

const DEPLOYS = [
  'docker-compose.yml',
  'Dockerfile',
  'package-lock.json',
  'deploy/**',
  '{gateway,services/*}/service.json',
  'tools/compose-check.mjs',
  'e2e/compose/**',
  'e2e/compose.config.ts',
];
/** Includes installing all packages; a build with cached layers takes two minutes. */
const BUILD_LIMIT_MS = 10 * 60_000;
const LIMIT_MS = 8 * 60_000;
/** A machine without any cache continues with the next run. */
const BRING_LIMIT_MS = 4 * 60_000;
const DOWN_LIMIT_MS = 60_000;
const [PORT, MAILPIT_PORT] = ['18080', '18025'];
/** Contains characters that need escaping in a URL, as real passwords do. */
const PASSWORD = 'p@ss/w:rd#%41';

const SECRETS = ['POSTGRES_PASSWORD', 'ELASTIC_PASSWORD', 'REDIS_PASSWORD', 'S3_SECRET_KEY', 'GRAFANA_PASSWORD'];

const { values: options } = parseArgs({ options: { report: { type: 'string' }, base: { type: 'string' } } });
const outcome = { passed: 0, failed: [], skipped: [] };
const scratch = mkdtempSync(join(tmpdir(), 'switchback-compose-'));
const bringer = process.env.DOCKER_HERE;
const env = composeEnvironment();
/** Cleanup steps, run in reverse order. */
const undo = [() => rmSync(scratch, { recursive: true, force: true })];
process.once('exit', () => undo.toReversed().forEach((work) => work()));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

await setUp({ build: [] });
const reason = unchanged() ?? tooLate() ?? (await noDocker());
if (reason) outcome.skipped.push(reason);
else await check();
process.stdout.write(
  `compose: ${outcome.passed} passed, ${outcome.failed.length} failed, ${outcome.skipped.length} skipped\n`,
);
if (options.report) writeFileSync(options.report, JSON.stringify(outcome));
process.exit(outcome.failed.length === 0 ? 0 : 1);

function composeEnvironment() {
  const overlay = bringer && join(dirname(bringer), 'compose-here.yml');
  return environment({
    ...WITHOUT_ENGINES,
    DOCKER_BUILDKIT: '1',
    COMPOSE_PROJECT_NAME: 'switchback-check',
    SWITCHBACK_IMAGE: 'switchback:check',
    COMPOSE_FILE: ['docker-compose.yml', ...(overlay && existsSync(overlay) ? [overlay] : [])].join(':'),
    PORT,
    MAILPIT_PORT,
    BIND: '127.0.0.1',
    SERVICE_KEY: 'for-the-check-of-compose-0123456789abcdef',
    ...Object.fromEntries(SECRETS.map((name) => [name, PASSWORD])),
    // All requests of a run come from one address.
    READ_LIMIT_PER_MINUTE: '0',
    MAILS_PER_ADDRESS: '100000',
    LOGIN_FAILURES_PER_ADDRESS: '100000',
    USERNAME_CHECKS_PER_ADDRESS: '100000',
    MESSAGES_PER_ADDRESS: '100000',
    UPLOADS_PER_ADDRESS: '100000',
    DIRECTIONS_PER_PERSON: '100000',
    UPLOADS_PER_PERSON: '100000',
  });
}

function unchanged() {
  const base = findForkPoint(options.base);
  if (!base || base === head()) return null;
  const isDeploying = (file) => DEPLOYS.some((pattern) => matchesGlob(file, pattern));
  if (changedFiles(base).some(isDeploying)) return null;
  return `no deployment file changed since ${base.slice(0, 12)}`;
}

function tooLate() {
  const limit = Number(process.env.COMPOSE_STARTS_BEFORE ?? Infinity);
  return Date.now() / 1_000 < limit ? null : 'the pipeline has no time left for this check';
}

async function noDocker() {
  const answers = (...args) => spawnSync('docker', args, { env, stdio: 'ignore', timeout: 20_000 }).status === 0;
  if (!answers('info')) {
    if (!bringer) return 'Docker is not available';
    // In a process group of its own, so that `timeout` also stops its children.
    const isThere = await runs('timeout', [String(BRING_LIMIT_MS / 1_000), bringer, 'up', ROOT]);
    if (isThere) undo.push(() => spawnSync(bringer, ['down'], { env, stdio: 'ignore', timeout: DOWN_LIMIT_MS }));
    else return 'Docker and its images were not ready in time';
  }
  return answers('compose', 'version') ? null : 'Docker is installed without Compose';
}

async function check() {
  const down = () =>
    spawnSync('docker', ['compose', 'down', '-v', '-t', '1', '--remove-orphans'], {
      cwd: ROOT,
      env,
      stdio: 'ignore',
      timeout: DOWN_LIMIT_MS,
    });
  // A killed run leaves its containers behind.
  down();
  undo.push(down);
  await passes('refuses each default secret when it accepts outside connections', refusesDefaults);
  const isUp =
    (await passes('the image is built', () =>
      runs('docker', ['build', '-q', '--target', 'processes', ...labels(), '.'], { timeout: BUILD_LIMIT_MS }),
    )) && (await passes('every container is healthy', isHealthy));
  if (!isUp) return;
  const report = join(scratch, 'report.json');
  const args = [program('playwright', 'e2e'), 'test', '--config', 'compose.config.ts'];
  const isOk = await runs(nodeBinary(), args, {
    cwd: join(ROOT, 'e2e'),
    env: {
      ...env,
      BASE_URL: `http://localhost:${PORT}`,
      MAIL_DIR: `http://localhost:${MAILPIT_PORT}`,
      // Makes the suites wait longer for events.
      KAFKA_BROKERS: 'kafka:9092',
      PRODUCT_COMMAND: 'docker compose run --rm -T cli',
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    },
  });
  const counts = existsSync(report)
    ? playwrightCounts(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: [], skipped: [] };
  outcome.passed += counts.passed;
  outcome.failed.push(...counts.failed);
  if (!isOk && counts.failed.length === 0) outcome.failed.push('the journeys ended with an error');
  outcome.skipped.push(...counts.skipped);
}

async function isHealthy() {
  const isUp = await runs('docker', ['compose', '--progress=quiet', 'up', '-d', '--wait']);
  if (!isUp) await runs('docker', ['compose', 'logs', '--tail', '10']);
  return isUp;
}

function refusesDefaults() {
  const opened = { ...env, BIND: '0.0.0.0' };
  const isTaken = (given) => spawnSync('docker', ['compose', 'config', '-q'], { cwd: ROOT, env: given }).status === 0;
  const missing = [...SECRETS, 'SERVICE_KEY'].map((name) => ({ ...opened, [name]: '' }));
  return isTaken(opened) && !missing.some(isTaken);
}

function labels() {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
  const args = [`REVISION=${head()}`, `CREATED=${git('log', '-1', '--format=%cI')}`];
  return ['-t', env.SWITCHBACK_IMAGE, ...args.flatMap((arg) => ['--build-arg', arg])];
}

async function passes(title, work) {
  const since = performance.now();
  const isOk = await work();
  if (isOk) outcome.passed += 1;
  else outcome.failed.push(title);
  process.stdout.write(`${isOk ? '✓' : '✘'} ${title} (${((performance.now() - since) / 1_000).toFixed(0)} s)\n`);
  return isOk;
}

/** Resolves to whether the command succeeded in time. */
function runs(command, args, extra) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit', timeout: LIMIT_MS, ...extra });
    undo.push(() => child.kill());
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });
}
