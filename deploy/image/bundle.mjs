// Makes one program of each process that can run by itself, with the pieces they share: dist/NAME.js and dist/shared/.
// To find and read some 2,000 files one after the other is most of what their start takes (ADR 31).
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = join(HERE, 'dist');
/** What stays outside, and why. */
const OUTSIDE = [
  // Its own binary lies beside it.
  'sharp',
  // Its inside is changed where it is loaded: there has to be one of it.
  'kafkajs',
  // Of what reads settings written in it, of which there are none.
  'typescript',
];
const NODE = new Set(builtinModules);

const services = readdirSync(join(ROOT, 'services')).filter((name) =>
  existsSync(join(ROOT, 'services', name, 'src/part.ts')),
);
const programs = Object.fromEntries([
  ['gateway', join(ROOT, 'gateway/dist/main.js')],
  ...services.map((name) => [name, join(ROOT, 'services', name, 'dist/main.js')]),
]);

rmSync(TARGET, { recursive: true, force: true });
const bundle = await rolldown({
  input: programs,
  platform: 'node',
  external: (id) => NODE.has(id) || id.startsWith('node:') || OUTSIDE.includes(packageOf(id)),
  plugins: [
    { name: 'optional', resolveId: { order: 'post', handler: leaveOptional } },
    { name: 'places', load: keepPlace, renderChunk: sayWorkspace },
  ],
  onLog: () => undefined,
});
await bundle.write({
  dir: TARGET,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name]-[hash].js',
  // Nest tells what it injects by the names of classes, TypeORM its migrations.
  keepNames: true,
});

function packageOf(id) {
  const words = id.split('/');
  return id.startsWith('@') ? words.slice(0, 2).join('/') : words[0];
}

/** A package that is not there is one that its user can do without: it goes on asking for it when it runs. */
async function leaveOptional(id, importer, options) {
  const found = await this.resolve(id, importer, { ...options, skipSelf: true });
  return found ?? (id.startsWith('.') ? null : { id, external: true });
}

/** A module that looks for files beside itself goes on finding them there. */
function keepPlace(path) {
  if (!path.startsWith(ROOT)) return null;
  const code = readFileSync(path, 'utf8');
  const place = `__workspace + ${JSON.stringify(relative(ROOT, path).split(sep).join('/'))}`;
  if (code.includes('import.meta.url')) return code.replaceAll('import.meta.url', `(${place})`);
  if (!/\b__(dirname|filename)\b/.test(code)) return null;
  const names = `const __filename = require('node:url').fileURLToPath(${place}), __dirname = require('node:path').dirname(__filename);`;
  // On the first line, so that the others keep their numbers.
  return code.startsWith('#!')
    ? code.replace('\n', `\n${names} `)
    : code.replace(/^(?:(['"])use strict\1;)?/, `$& ${names} `);
}

function sayWorkspace(code, { fileName }) {
  if (!code.includes('__workspace')) return null;
  const way = '../'.repeat(relative(ROOT, join(TARGET, fileName)).split(sep).length - 1);
  return `const __workspace = new URL('${way}', import.meta.url).href;\n${code}`;
}
