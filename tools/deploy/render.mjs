// Renders the chart as for a cluster, for each set of values in deploy/helm/ci.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../lib/setup.mjs';

export const CHART = join(ROOT, 'deploy/helm/switchback');
const SETS = join(ROOT, 'deploy/helm/ci');
/** Kubernetes version the chart is rendered for and validated against. */
export const KUBERNETES = '1.34.0';
/** Operators' APIs, whose kinds the chart creates only if the cluster has them. */
const OPERATORS = ['monitoring.coreos.com/v1'];

/** Name of each set of values → its files; later ones override earlier ones. */
export const VALUE_SETS = new Map(
  readdirSync(SETS)
    .sort()
    .map((file) => {
      const beneath = file === 'single-node.yaml' ? [join(CHART, 'values-dev.yaml')] : [];
      return [basename(file, '.yaml'), [...beneath, join(SETS, file)]];
    }),
);

export const valueArguments = (set) => VALUE_SETS.get(set).flatMap((file) => ['--values', file]);

/** Returns the manifests as text. @throws Error with helm's message. */
export function render(helm, set, extra = []) {
  if (!existsSync(helm)) throw new Error(`helm is not installed at ${helm}.`);
  const operators = OPERATORS.flatMap((kind) => ['--api-versions', kind]);
  return execFileSync(
    helm,
    [
      'template',
      'switchback',
      CHART,
      '--namespace',
      'drives',
      '--kube-version',
      KUBERNETES,
      ...valueArguments(set),
      ...operators,
      ...extra,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
}
