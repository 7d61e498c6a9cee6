// Modules that list the files of a folder, so that no list is maintained by hand: `npm run generated` writes them,
// and lists.spec.mjs fails if one is stale.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './setup.mjs';

/**
 * @typedef {object} Listed
 * @property {string} name the exported name.
 * @property {string} from the module to import it from.
 */

/**
 * Path → text of every list.
 * @param {import('../deploy/descriptions.mjs').Description[]} descriptions
 */
export function listTexts(descriptions) {
  const services = descriptions.filter((one) => !one.public).map(({ name }) => name);
  const gateway = descriptions.find((one) => one.public);
  return Object.fromEntries([
    ...services.filter(hasSchema).map(migrationsOf),
    ...services.filter(hasConsumers).map(consumersOf),
    endpoints(),
    routes(),
    cardFields(),
    controllers(),
    definitions(services),
    servicesModule(services),
    fakes(services),
    ...['services/all', 'deploy/image'].map((project) => manifest(project, [gateway.name, ...services])),
  ]);
}

const hasSchema = (service) => existsSync(join(ROOT, `services/${service}/src/migrations`));

/** In order of their timestamps, and by name among equal ones. */
function migrationsOf(service) {
  const folder = `services/${service}/src/migrations`;
  const files = filesIn(folder, /^\d+-[\w-]+\.ts$/).map((file) => listed(folder, file));
  return [
    `${folder}/all.ts`,
    `${head(`${folder}/`)}${imports(files)}
/** In order of execution. */
export const MIGRATIONS = ${array(files)};
`,
  ];
}

/** A declared call: its name, its method and its path. */
const DECLARED = /= endpoint\(\s*'(\w+)',\s*'(\w+) ([^']+)',/g;
const ENDPOINTS = 'libs/contracts/src/endpoints';
const endpointFiles = () =>
  filesIn(ENDPOINTS, /^[a-z-]+\.ts$/).filter((file) => /= endpoint\(/.test(read(`${ENDPOINTS}/${file}`)));

function endpoints() {
  const all = endpointFiles().map((file) => ({ name: camelCase(file.replace('.ts', '')), from: local(file) }));
  return [
    `${ENDPOINTS}/exports.ts`,
    `${head(`${ENDPOINTS}/`)}${all.map(({ name, from }) => `import * as ${name} from '${from}';\n`).join('')}
/** Exports of every file that declares endpoints. */
export const EXPORTS = {
${all.map(({ name }) => `  ...${name},\n`).join('')}};
`,
  ];
}

/** Keeps the order of the present routes, which the API's documentation has; a new one follows its neighbor. */
function routes() {
  const path = 'libs/contracts/src/routes.ts';
  const present = [...read(path).matchAll(/^ {2}(\w+): \{ method/gm)].map(([, name]) => name);
  const all = new Map();
  for (const file of endpointFiles()) {
    let before = -1;
    for (const [, name, method, url] of read(`${ENDPOINTS}/${file}`).matchAll(DECLARED)) {
      if (all.has(name)) throw new Error(`${ENDPOINTS}/${file} declares ${name} again.`);
      all.set(name, `  ${name}: { method: '${method}', path: '${url}' },\n`);
      if (!present.includes(name)) present.splice(before < 0 ? present.length : before + 1, 0, name);
      before = present.indexOf(name);
    }
  }
  const lines = present.map((name) => all.get(name) ?? '');
  return [
    path,
    `${head(`${ENDPOINTS}/`)}
/**
 * Method and path of every call, without the schemas: all that the browser needs at run time. Path parameters are in
 * braces. The schemas are in \`endpoints/\`.
 */
export const ROUTES = {
${lines.join('')}} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: \`/api/\${string}\` }>;

export type RouteName = keyof typeof ROUTES;
`,
  ];
}

/** Keeps the order of the schema, which every response has. */
function cardFields() {
  const source = 'libs/contracts/src/resources/drive.ts';
  const names = [...read(source).matchAll(/^ {4}(\w+): onCard\(/gm)].map(([, name]) => name);
  return [
    'libs/contracts/src/rules/card-fields.ts',
    `${head(source)}
/** Summary fields that the web app shows on cards, hover cards and the map. */
export const CARD_FIELDS = [
${names.map((name) => `  '${name}',\n`).join('')}] as const;
export type CardField = (typeof CARD_FIELDS)[number];
`,
  ];
}

function controllers() {
  return classes('gateway/src/controllers', 'controller', 'CONTROLLERS', 'Every controller of the gateway.');
}

const consumersFolder = (service) => `services/${service}/src/consumers`;
const hasConsumers = (service) => existsSync(join(ROOT, consumersFolder(service)));
const consumersOf = (service) =>
  classes(consumersFolder(service), 'consumer', 'CONSUMERS', `Every event consumer of the ${service} service.`);

/** The classes of a folder's files of one kind, in alphabetical order. */
function classes(folder, kind, name, comment) {
  const all = filesIn(folder, new RegExp(`\\.${kind}\\.ts$`)).map((file) => listed(folder, file));
  return [
    `${folder}/all.ts`,
    `${head(`${folder}/`)}${imports(all)}
/** ${comment} */
export const ${name} = ${array(all)};
`,
  ];
}

function definitions(called) {
  const all = called.map((name) => ({
    name: `${capital(name)}ServiceDefinition`,
    from: `@switchback/proto/${name}/v1/service`,
  }));
  return [
    'gateway/src/services/definitions.ts',
    `${head('services/*/service.json')}${imports(all)}
/** RPC definitions of the services behind the gateway. */
export const DEFINITIONS = {
${called.map((name, index) => `  ${name}: ${all[index].name},\n`).join('')}};
`,
  ];
}

function servicesModule(services) {
  const all = services.map((name) => ({ name, from: `@switchback/${name}/service` }));
  return [
    'services/all/src/services.ts',
    `${head('services/*/service.json')}${imports(all)}
/** All services of the product. */
export const services = { ${services.join(', ')} };
`,
  ];
}

function fakes(services) {
  const folder = 'libs/testing/src';
  const all = services.map((service) => listed(folder, `fake-${service}.ts`));
  return [
    `${folder}/fakes.ts`,
    `${head('services/*/service.json')}${imports(all)}
/** Returns a new fake of every service. */
export function fakeClients() {
  return {
${services.map((service, index) => `    ${service}: new ${all[index].name}(),\n`).join('')}  };
}

export type FakeClients = ReturnType<typeof fakeClients>;
`,
  ];
}

/** The package of a project that depends on all processes; each new one joins its dependencies. */
function manifest(project, processes) {
  const path = `${project}/package.json`;
  const present = JSON.parse(read(path));
  const missing = processes
    .map((name) => [`@switchback/${name}`, '0.0.0'])
    .filter(([name]) => !present.dependencies[name]);
  const dependencies = { ...present.dependencies, ...Object.fromEntries(missing) };
  return [path, `${JSON.stringify({ ...present, dependencies }, null, 2)}\n`];
}

/** Names of a folder's files of this shape, sorted. */
function filesIn(folder, shape) {
  return readdirSync(join(ROOT, folder))
    .filter((file) => shape.test(file))
    .sort();
}

/** The one class that a file exports. @returns {Listed} */
function listed(folder, file) {
  const names = [...read(`${folder}/${file}`).matchAll(/^export class (\w+)/gm)];
  if (names.length !== 1)
    throw new Error(`${folder}/${file} must export exactly one class, but exports ${names.length}.`);
  return { name: names[0][1], from: local(file) };
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const local = (file) => `./${file.replace(/\.ts$/, '.js')}`;
const camelCase = (words) => words.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const head = (source) => `// Made by npm run generated from ${source}.\n`;
const imports = (all) => all.map(({ name, from }) => `import { ${name} } from '${from}';\n`).join('');
const array = (all) => `[\n${all.map(({ name }) => `  ${name},\n`).join('')}]`;
