// Aim: dashboards and alerts query only metrics and labels that the product really publishes, and every alert has a
// runbook.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import YAML from 'yaml';
import { ROOT } from '../lib/setup.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const FOLDER = 'deploy/observability';
const { groups } = YAML.parse(read(`${FOLDER}/rules.yaml`));
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter((rule) => rule.alert);
const boards = readdirSync(join(ROOT, FOLDER, 'dashboards')).map((file) => [
  file,
  JSON.parse(read(`${FOLDER}/dashboards/${file}`)),
]);
const panelsOf = (board) => board.panels.filter((panel) => panel.type !== 'row');
const queries = [
  ...rules.map((rule) => [rule.alert ?? rule.record, rule.expr]),
  ...boards.flatMap(([file, board]) =>
    panelsOf(board).flatMap((panel) => panel.targets.map((target) => [`${file}, ${panel.title}`, target.expr])),
  ),
];

const telemetry = globSync('libs/platform/src/{telemetry,process}/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.spec.ts'))
  .map(read)
  .join('\n');
const published = new Set([...telemetry.matchAll(/(?:name: |one\()'([a-z_]+)'/g)].map(([, name]) => name));
const recorded = new Set(rules.flatMap((rule) => rule.record ?? []));
/** Metrics that Prometheus adds itself. */
const OF_PROMETHEUS = new Set(['up']);
const labels = new Set([
  'service',
  'instance',
  'job',
  'le',
  'status',
  ...[...telemetry.matchAll(/label(?:s|Names)(?: =|:) \[([^\]]*)\]/g)].flatMap(([, list]) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name),
  ),
]);

const withoutTexts = (expr) => expr.replaceAll(/"[^"]*"/g, '""');
const labelsIn = (expr) => [
  ...[...withoutTexts(expr).matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*""/g)].map(([, name]) => name),
  ...[...expr.matchAll(/\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g)].flatMap(([, list]) => list.match(/\w+/g)),
];
const metricsIn = (expr) =>
  withoutTexts(expr)
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .match(/[a-zA-Z_:][\w:]*(?!\s*\(|[\w:])/g)
    .filter((word) => !['and', 'or', 'unless', 'bool'].includes(word));
const isKnown = (name) =>
  [published, recorded, OF_PROMETHEUS].some((set) => set.has(name)) ||
  (/_(bucket|sum|count)$/.test(name) && published.has(name.replace(/_[a-z]+$/, '')));

describe('queries of Prometheus', () => {
  it('use metrics of the product, or recording rules', () => {
    const unknown = queries.flatMap(([where, expr]) =>
      metricsIn(expr)
        .filter((name) => !isKnown(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('filter by labels that exist', () => {
    const unknown = queries.flatMap(([where, expr]) =>
      labelsIn(expr)
        .filter((name) => !labels.has(name))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('have balanced brackets', () => {
    for (const [where, expr] of queries) {
      for (const [open, close] of ['()', '{}', '[]']) {
        expect([where, expr.split(open).length]).toEqual([where, expr.split(close).length]);
      }
    }
  });

  it('use every recording rule', () => {
    const used = new Set(queries.flatMap(([, expr]) => metricsIn(expr)));
    // Burn-rate alerts use every window; dashboards use some.
    expect([...recorded].filter((name) => !used.has(name))).toEqual([]);
  });
});

describe('an alert', () => {
  it('is a page or a ticket, with a one-sentence summary and a runbook of its name', () => {
    for (const { alert, labels: of, annotations } of alerts) {
      expect(of).toEqual({ severity: expect.stringMatching(/^(page|ticket)$/) });
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook).toBe(`docs/runbooks/${alert}.md`);
      const page = read(annotations.runbook);
      expect(page.startsWith(`# ${alert}\n`)).toBe(true);
      for (const part of ['**Meaning.**', '**Diagnosis.**', '**Mitigation.**']) expect(page).toContain(part);
    }
  });

  it('names the fault or the spec that fires it', () => {
    for (const { annotations } of alerts) {
      const test = annotations.test;
      expect(/^F\d{1,2}$/.test(test) || existsSync(join(ROOT, test))).toBe(true);
    }
  });

  it('is fired by its scenario in promtool', () => {
    const scenarios = YAML.parse(read(`${FOLDER}/rules.test.yaml`)).tests;
    const fired = scenarios.flatMap(({ name, promql_expr_test: expected }) =>
      [...JSON.stringify(expected).matchAll(/alertname=\\"(\w+)\\", severity=\\"(\w+)/g)].map(
        ([, alert, severity]) => `${name.split(',')[0]}: ${alert}, ${severity}`,
      ),
    );
    const named = alerts.map(({ alert, labels: of, annotations }) => `${annotations.test}: ${alert}, ${of.severity}`);
    expect([...new Set(fired)].sort()).toEqual(named.sort());
  });

  it('has a runbook, and every runbook has an alert', () => {
    const pages = readdirSync(join(ROOT, 'docs/runbooks')).map((file) => file.replace(/\.md$/, ''));
    expect(pages.sort()).toEqual([...new Set(alerts.map((rule) => rule.alert))].sort());
    for (const page of pages) {
      const links = [...read(`docs/runbooks/${page}.md`).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
      for (const link of links) expect([page, existsSync(join(ROOT, 'docs/runbooks', link))]).toEqual([page, true]);
    }
  });

  it('covers every process', () => {
    const { expr } = alerts.find((rule) => rule.alert === 'ProcessDown');
    const services = Object.keys(YAML.parse(read('deploy/helm/switchback/values.yaml')).services);
    expect(services.filter((name) => !expr.includes(name))).toEqual([]);
  });
});

describe('a dashboard', () => {
  it('has a unique id, and panels that do not overlap', () => {
    expect(new Set(boards.map(([, board]) => board.uid)).size).toBe(boards.length);
    for (const [file, board] of boards) {
      const taken = new Set();
      for (const { id, gridPos } of board.panels) {
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1) {
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
            expect([file, id, taken.has(`${x},${y}`)]).toEqual([file, id, false]);
            taken.add(`${x},${y}`);
          }
        }
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      }
    }
  });

  it('uses the provisioned data source', () => {
    const { datasources } = YAML.parse(read(`${FOLDER}/grafana/datasources/sources.yaml`));
    for (const [, board] of boards) {
      for (const panel of panelsOf(board)) {
        expect(datasources).toContainEqual(
          expect.objectContaining({ uid: panel.datasource.uid, type: panel.datasource.type }),
        );
      }
    }
  });
});
