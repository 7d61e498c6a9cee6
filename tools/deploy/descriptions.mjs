// Descriptions of each process, in gateway/service.json and services/NAME/service.json, and the texts generated from
// them: `npm run generated` writes them, services.spec.mjs fails if one is stale.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/setup.mjs';

/**
 * @typedef {object} Description
 * @property {string} name name of its folder, its schema, its database role and its address.
 * @property {number} port port on which it listens in a process of its own.
 * @property {boolean} [public] whether it serves people, and not only other processes.
 * @property {string[]} calls services it calls.
 * @property {string[]} engines engines it uses, by their names in the chart.
 * @property {Record<string, string>} [compose] further settings in docker-compose.yml.
 * @property {boolean} [keepsData] whether its DATA_DIR must outlive its container in compose.
 * @property {object} [resources] resources in the chart and in compose, if the defaults do not fit.
 */

/** Management port in every container; the image and the chart set it. */
export const MANAGEMENT_PORT = 8081;
const DEFAULT_LIMITS = { cpu: '1', memory: '512Mi' };
/** Container names in docker-compose.yml that differ from the engine's name. */
const CONTAINERS = { s3: 'minio' };
/** Engines whose settings docker-compose.yml defines in a shared anchor. */
const WITH_ANCHOR = ['postgres', 'kafka', 'elasticsearch', 's3', 'redis', 'smtp'];
/** Engines that a process does not wait for in compose: mails wait in its queue. */
const NOT_WAITED_FOR = ['postgres', 'smtp'];

/** Returns the gateway, which calls every service, then the services by name. @returns {Description[]} */
export function readDescriptions() {
  const descriptionAt = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
  const services = globSync('services/*/service.json', { cwd: ROOT }).sort().map(descriptionAt);
  return [{ ...descriptionAt('gateway/service.json'), calls: services.map(({ name }) => name) }, ...services];
}

/** Path → text regenerated from these descriptions. @param {Description[]} all */
export function generatedTexts(all) {
  const changes = {
    'libs/platform/src/services.ts': () => servicesModule(all),
    'docker-compose.yml': (text) => composeFile(text, all),
    'deploy/helm/switchback/values.yaml': (text) => between(text, 'the services', all.map(chartEntry).join('')),
    'deploy/observability/prometheus.yaml': (text) =>
      replaced(
        text,
        /targets:\n(?: +- .*\n)+/,
        `targets:\n${all.map(({ name }) => `          - ${name}:${MANAGEMENT_PORT}\n`).join('')}`,
      ),
    'deploy/observability/rules.yaml': (text) =>
      replaced(text, /up\{job=~"[^"]*"\}/, `up{job=~"switchback|${all.map(({ name }) => name).join('|')}"}`),
  };
  return Object.fromEntries(
    Object.entries(changes).map(([path, change]) => [path, change(readFileSync(join(ROOT, path), 'utf8'))]),
  );
}

function servicesModule(all) {
  const list = (names) => `[${names.map((name) => `'${name}'`).join(', ')}]`;
  const fields = ({ port, calls, engines }) => `{ port: ${port}, calls: ${list(calls)}, engines: ${list(engines)} }`;
  const [gateway, ...services] = all;
  return `// Made by npm run generated from gateway/service.json and services/*/service.json.

export const GATEWAY = ${fields(gateway)} as const;

/** Every service of the product: where it listens, whom it calls, and which engines it uses. */
export const SERVICES = {
${services.map((service) => `  ${service.name}: ${fields(service)},\n`).join('')}} as const;

export type ServiceName = keyof typeof SERVICES;
`;
}

function chartEntry({ name, port, public: isPublic, calls, engines, resources }) {
  const lines = [
    `${name}:`,
    `  port: ${port}`,
    ...(isPublic ? ['  headless: false', '  public: true'] : []),
    ...(calls.length > 0 ? [`  calls: [${calls.join(', ')}]`] : []),
    `  uses: [${[...engines, 'collector'].join(', ')}]`,
    ...(resources
      ? ['  resources:', ...Object.entries(resources).map(([kind, of]) => `    ${kind}: ${amounts(of)}`)]
      : []),
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

const amounts = ({ cpu, memory }) => `{ cpu: ${/^\d+$/.test(cpu) ? `'${cpu}'` : cpu}, memory: ${memory} }`;

function composeFile(text, all) {
  const ports = Object.fromEntries(all.map(({ name, port }) => [name, port]));
  const services = all.map((one) => composeService(one, ports)).join('\n');
  const volumes = all
    .filter(({ keepsData }) => keepsData)
    .map(({ name }) => `  ${name}: {}\n`)
    .join('');
  return between(between(text, 'the processes', services), 'their volumes', volumes);
}

function composeService({ name, port, public: isPublic, calls, engines, compose = {}, keepsData, resources }, ports) {
  const anchors = [
    '*settings',
    '*common',
    ...engines.filter((one) => WITH_ANCHOR.includes(one)).map((one) => `*on-${one}`),
  ];
  const settings = {
    SETTINGS_OF: name,
    ...Object.fromEntries(calls.map((one) => [addressSetting(one), `${one}:${ports[one]}`])),
    ...compose,
  };
  const needed = [...(isPublic ? calls : []), ...engines.filter((one) => !NOT_WAITED_FOR.includes(one))];
  const { cpu, memory } = resources?.limits ?? DEFAULT_LIMITS;
  const isOutside = isPublic || engines.includes('smtp');
  const lines = [
    `${name}:`,
    '  <<: *process',
    `  command: [${name}]`,
    '  environment:',
    `    <<: [${anchors.join(', ')}]`,
    ...Object.entries(settings).map(([setting, value]) => `    ${setting}: ${value}`),
    ...(isPublic ? [`  ports: ['\${BIND:-127.0.0.1}:\${PORT:-${port}}:${port}']`] : []),
    `  networks: [${isOutside ? 'edge, ' : ''}inside]`,
    ...(keepsData ? [`  volumes: ['${name}:/data']`] : ['  tmpfs: [/tmp, /data]']),
    '  depends_on:',
    ...(engines.includes('postgres') ? ['    <<: *after-migrations'] : []),
    ...needed.map((one) => `    ${CONTAINERS[one] ?? one}: { condition: service_healthy }`),
    `  deploy: { resources: { limits: { cpus: '${cpu}', memory: ${memory.replace(/i$/, '')} } } }`,
  ];
  return lines.map((line) => `  ${line}\n`).join('');
}

/** Name of the setting with a service's address. */
export const addressSetting = (name) => `${name.toUpperCase()}_ADDRESS`;

/** Replaces the text between the two comments that name a part. @throws Error if they are missing. */
export function between(text, part, fresh) {
  const shape = new RegExp(`(# ${part}, made from \\S+: npm run generated\\n)[^]*?( *# end of ${part}\\n)`);
  return replaced(text, shape, (_whole, head, foot) => `${head}${fresh}${foot}`);
}

function replaced(text, shape, fresh) {
  if (!shape.test(text)) throw new Error(`Found nothing to replace: ${shape}`);
  return text.replace(shape, fresh);
}
