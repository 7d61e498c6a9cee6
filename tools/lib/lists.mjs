// Modules that list the files of a folder, so that nobody keeps such a list by hand: `npm run generated` writes them,
// lists.spec.mjs fails if one is stale.
import { readdirSync, readFileSync } from 'node:fs';
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
  return Object.fromEntries([...services.map(migrationsOf), endpoints(), controllers()]);
}

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

function endpoints() {
  const folder = 'libs/contracts/src/endpoints';
  const files = filesIn(folder, /^[a-z-]+\.ts$/).filter((file) => /= endpoint\(/.test(read(`${folder}/${file}`)));
  const all = files.map((file) => ({ name: camelCase(file.replace('.ts', '')), from: local(file) }));
  return [
    `${folder}/exports.ts`,
    `${head(`${folder}/`)}${all.map(({ name, from }) => `import * as ${name} from '${from}';\n`).join('')}
/** Exports of every file that declares endpoints. */
export const EXPORTS = {
${all.map(({ name }) => `  ...${name},\n`).join('')}};
`,
  ];
}

function controllers() {
  const folder = 'gateway/src/controllers';
  const all = filesIn(folder, /\.controller\.ts$/).map((file) => listed(folder, file));
  return [
    `${folder}/all.ts`,
    `${head(`${folder}/`)}${imports(all)}
/** Every controller of the gateway. */
export const CONTROLLERS = ${array(all)};
`,
  ];
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
  if (names.length !== 1) throw new Error(`${folder}/${file} must export one class, and exports ${names.length}.`);
  return { name: names[0][1], from: local(file) };
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8');
const local = (file) => `./${file.replace(/\.ts$/, '.js')}`;
const camelCase = (words) => words.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
const head = (source) => `// Made by npm run generated from ${source}.\n`;
const imports = (all) => all.map(({ name, from }) => `import { ${name} } from '${from}';\n`).join('');
const array = (all) => `[\n${all.map(({ name }) => `  ${name},\n`).join('')}]`;
