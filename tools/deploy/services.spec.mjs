// Aim: a new service that is missing from the compose file, the chart or the single process would run on some machines
// only; an image that is pinned twice would drift.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import YAML from 'yaml';
import { SETTINGS } from '../../libs/platform/src/config/table.ts';
import { ROOT } from '../lib/setup.mjs';
import { settingsTexts } from './compose-settings.mjs';
import { generatedTexts, readDescriptions } from './descriptions.mjs';

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const compose = YAML.parse(read('docker-compose.yml'), { merge: true });
const values = YAML.parse(read('deploy/helm/switchback/values.yaml'));
const engines = JSON.parse(read('deploy/engines.json'));

const descriptions = readDescriptions();

/** Every project with a process of its own. */
const processes = globSync(['gateway/src/main.ts', 'services/*/src/service.ts'], { cwd: ROOT })
  .map((path) => basename(dirname(dirname(path))))
  .sort();
const ours = Object.entries(compose.services).filter(([, service]) => service.build);
const running = ours.filter(([name]) => !['migrate', 'cli'].includes(name));
const environmentOf = ({ environment }) => Object.entries(environment);
/** Resolves a value as if no variables were set. */
const byDefault = (value) => {
  let text = String(value);
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/\$\{\w+:?[-+]?([^${}]*)\}/g, (whole, rest) => (whole.includes(':+') ? '' : rest));
  }
  return text;
};

describe('the secrets of compose', () => {
  it('have no default once BIND accepts outside connections', () => {
    const named = (pattern) =>
      [...new Set([...read('docker-compose.yml').matchAll(pattern)].map(([, name]) => name))].sort();
    const known = named(/\$\{(\w+):-for-development-only/g);
    expect(known).toContain('POSTGRES_PASSWORD');
    expect(compose['x-secrets']).toMatch(/^\$\{BIND:\+(\$\{\w+:\?[^}]+\})+\}$/);
    expect([...compose['x-secrets'].matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name).sort()).toEqual(known);
  });
});

describe('the list of services', () => {
  it('is the same in the tree, Compose, the chart, the image and the single process', () => {
    expect(processes).toEqual(expect.arrayContaining(['drives', 'gateway', 'search']));
    expect(running.map(([name]) => name).sort()).toEqual(processes);
    expect(Object.keys(values.services).sort()).toEqual(processes);
    const programs = globSync('deploy/image/dist/*.js', { cwd: ROOT }).map((path) => basename(path, '.js'));
    expect(programs.sort()).toEqual(processes);
    const { dependencies } = JSON.parse(read('services/all/package.json'));
    for (const name of processes) expect(Object.keys(dependencies)).toContain(`@switchback/${name}`);
    const product = read('services/all/src/product.ts') + read('services/all/src/services.ts');
    for (const name of processes)
      expect(product).toContain(`@switchback/${name}/${name === 'gateway' ? 'start-gateway' : 'service'}'`);
  });

  it('matches the descriptions, and the files generated from them are fresh', () => {
    expect(descriptions.map(({ name }) => name).sort()).toEqual(processes);
    expect(new Set(descriptions.map(({ port }) => port)).size).toBe(descriptions.length);
    const fresh = generatedTexts(descriptions);
    expect(Object.keys(fresh).filter((path) => fresh[path] !== read(path))).toEqual([]);
  });

  it('names only services and engines that exist', () => {
    for (const { name, calls, engines: used } of descriptions) {
      expect([name, calls.filter((one) => one === name || !processes.includes(one))]).toEqual([name, []]);
      expect([name, used.filter((one) => !Object.hasOwn(values.engines, one))]).toEqual([name, []]);
    }
  });

  it('is scraped and monitored completely', () => {
    const { scrape_configs: jobs } = YAML.parse(read('deploy/observability/prometheus.yaml'));
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((entry) => entry.targets));
    expect(targets.sort()).toEqual(processes.map((name) => `${name}:8081`));
  });

  it('listens on one port in every deployment', () => {
    for (const [name, service] of running) {
      const { port = values.defaults.port, calls = [] } = values.services[name];
      const environment = Object.fromEntries(environmentOf(service));
      const told = Object.keys(environment).filter((key) => /^[A-Z]+_ADDRESS$/.test(key));
      expect([name, told.sort()]).toEqual([name, calls.map((called) => `${called.toUpperCase()}_ADDRESS`).sort()]);
      for (const called of calls)
        expect(environment[`${called.toUpperCase()}_ADDRESS`]).toBe(`${called}:${values.services[called].port}`);
      expect(service.command).toEqual([name]);
      expect(port).toBe(descriptions.find((one) => one.name === name).port);
    }
  });

  it('accepts outside connections only in a container, unless configured', () => {
    // Aim: a service on its own listens only on its own machine; in a container, nothing outside could reach it.
    expect(read('Dockerfile')).toMatch(/^ENV (.*\\\n)*\s*LISTEN_HOST=0\.0\.0\.0 /m);
    expect(read('deploy/helm/switchback/templates/deployments.yaml')).toContain(
      '{ name: LISTEN_HOST, value: 0.0.0.0 }',
    );
  });
});

describe('the settings of compose', () => {
  it('are all passed on unless Compose sets them, and .env.example lists them all', () => {
    // Aim: with compose, an operator can set every setting that docs/config.md promises.
    const fresh = settingsTexts(SETTINGS);
    expect(Object.keys(fresh).filter((path) => fresh[path] !== read(path))).toEqual([]);
    const [free, fixed] = read('.env.example').split('# --- Set by docker-compose.yml');
    const given = read('docker-compose.yml');
    for (const name of Object.keys(SETTINGS)) {
      const isFree = free.includes(`\n#${name}=\n`);
      expect([name, isFree || fixed.includes(`#   ${name}\n`)]).toEqual([name, true]);
      if (isFree) expect([name, given.includes(`\${${name}:-`)]).toEqual([name, true]);
    }
    expect(read('.env.example')).not.toMatch(/^[^#\n]/m);
    expect(read('.gitignore').split('\n')).toContain('.env');
  });

  it("reach the operator's own engines, without starting ours", () => {
    // Aim: doctor and reindex use the product's own engines and do not wait for migrations.
    const { cli } = compose.services;
    const engineSettings = running.flatMap(([, { environment }]) =>
      Object.keys(environment).filter((name) => /^(DATABASE|KAFKA|ELASTICSEARCH|S3|REDIS|SMTP|MAIL)_/.test(name)),
    );
    expect(Object.keys(cli.environment)).toEqual(expect.arrayContaining(engineSettings));
    expect([cli.profiles, cli.depends_on, cli.environment.SETTINGS_OF]).toEqual([['cli'], undefined, undefined]);
    for (const [name, { environment }] of running) expect(environment.SETTINGS_OF).toBe(name);
  });

  it('contain no password in a URL, where it would need escaping', () => {
    for (const [name, service] of ours)
      for (const [setting, value] of environmentOf(service))
        expect([name, setting, /:\/\/[^/]*PASSWORD/.test(value)]).toEqual([name, setting, false]);
  });
});

describe('compose', () => {
  it('starts the images that the tests use', () => {
    const images = Object.entries(compose.services).filter(([, service]) => !service.build);
    for (const [name, { image }] of images)
      expect([name, Object.values(engines)]).toEqual([name, expect.arrayContaining([image])]);
    for (const [name, image] of Object.entries(engines)) {
      expect(image).toMatch(/:(?!latest$)[\w][\w.-]+$/);
      expect(compose.services[name]?.image).toBe(image);
    }
    expect(values.devPostgres.image).toBe(engines.postgres);
  });

  it('passes settings that exist, with valid defaults', () => {
    for (const [name, service] of ours) {
      for (const [setting, value] of environmentOf(service)) {
        expect([name, setting, Object.hasOwn(SETTINGS, setting)]).toEqual([name, setting, true]);
        const text = byDefault(value);
        if (text === '') continue;
        const { success } = SETTINGS[setting].schema.safeParse(text);
        expect([name, setting, text, success]).toEqual([name, setting, text, true]);
      }
    }
  });

  it('limits and restarts every container, and accepts no outside connections by default', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      const { cpus, memory } = service.deploy.resources.limits;
      expect([name, Number(cpus) > 0, /^\d+[MG]$/.test(memory)]).toEqual([name, true, true]);
      expect([name, service.restart]).toEqual([
        name,
        expect.stringMatching(name === 'cli' ? /^no$/ : /^(unless-stopped|on-failure:\d)$/),
      ]);
      for (const port of service.ports ?? [])
        expect([name, byDefault(port)]).toEqual([name, expect.stringMatching(/^127\.0\.0\.1:/)]);
    }
  });

  it('starts a process after its dependencies, and checks the health of those', () => {
    for (const [name, service] of Object.entries(compose.services)) {
      for (const [needed, wait] of Object.entries(service.depends_on ?? {})) {
        if (Array.isArray(service.depends_on)) continue;
        const other = compose.services[needed];
        // Our image has a health check of its own.
        const isChecked = Boolean(other.healthcheck?.test ?? other.build);
        expect([name, needed, wait.condition !== 'service_healthy' || isChecked]).toEqual([name, needed, true]);
      }
    }
    for (const [name, service] of running) {
      const tells = Object.keys(service.environment);
      const needs = Object.keys(service.depends_on);
      if (tells.includes('DATABASE_URL')) expect([name, needs]).toEqual([name, expect.arrayContaining(['migrate'])]);
      if (tells.includes('KAFKA_BROKERS')) expect([name, needs]).toEqual([name, expect.arrayContaining(['kafka'])]);
    }
  });

  it('runs our processes without privileges and on a read-only disk', () => {
    for (const [name, service] of ours) {
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
    }
  });
});
