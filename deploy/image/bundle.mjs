// Bundles each process that can run on its own into one program, with shared chunks: dist/NAME.js and dist/shared/.
// Finding and reading some 2,000 files one by one takes most of their startup time (ADR 31).
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TARGET = join(HERE, 'dist');
/** Packages that are not bundled. */
const OUTSIDE = [
  // Loads a binary from its own folder.
  'sharp',
  // Patched when it is loaded, so there must be only one copy of it.
  'kafkajs',
  // Used only to read settings written in TypeScript, of which there are none.
  'typescript',
];
/** Neither installed nor needed: the packages that can use one of these import it at run time and work without it. */
const OPTIONAL = [
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@fastify/view',
  // Nest transports that we do not use.
  'amqp-connection-manager',
  'amqplib',
  'mqtt',
  '@nats-io/transport-node',
  '@grpc/proto-loader',
  'class-transformer',
  'class-validator',
  'pg-native',
];
const NODE = new Set(builtinModules);

const services = readdirSync(join(ROOT, 'services')).filter((name) =>
  existsSync(join(ROOT, 'services', name, 'src/service.ts')),
);
const entryOf = (service) => join(ROOT, 'services', service, 'dist/main.js');
/** Path → text of the entry of each service, which exists only here. */
const entries = new Map(
  services.map((name) => [
    entryOf(name),
    `import { runService } from '@switchback/platform/start/run-service';
import { ${name} } from './service.js';
await runService(${name});
`,
  ]),
);
const programs = Object.fromEntries([
  ['gateway', join(ROOT, 'gateway/dist/main.js')],
  ...services.map((name) => [name, entryOf(name)]),
]);

rmSync(TARGET, { recursive: true, force: true });
const bundle = await rolldown({
  input: programs,
  platform: 'node',
  external: (id) => NODE.has(id) || id.startsWith('node:') || OUTSIDE.includes(packageOf(id)),
  plugins: [
    { name: 'entries', resolveId: (id) => (entries.has(id) ? id : null), load: (id) => entries.get(id) },
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
  // Nest resolves injected classes by name, and TypeORM its migrations.
  keepNames: true,
});

function packageOf(id) {
  const words = id.split('/');
  return id.startsWith('@') ? words.slice(0, 2).join('/') : words[0];
}

async function leaveOptional(id, importer, options) {
  const found = await this.resolve(id, importer, { ...options, skipSelf: true });
  if (found) return found;
  if (OPTIONAL.includes(packageOf(id))) return { id, external: true };
  throw new Error(`${importer} imports ${id}, which was not found. Is it installed and built?`);
}

/** Lets a module that looks for files next to itself find them in their original place. */
function keepPlace(path) {
  if (!path.startsWith(ROOT)) return null;
  const code = readFileSync(path, 'utf8');
  const place = `__workspace + ${JSON.stringify(relative(ROOT, path).split(sep).join('/'))}`;
  if (code.includes('import.meta.url')) return code.replaceAll('import.meta.url', `(${place})`);
  if (!/\b__(dirname|filename)\b/.test(code)) return null;
  const names = `const __filename = require('node:url').fileURLToPath(${place}), __dirname = require('node:path').dirname(__filename);`;
  // On the first line, so that line numbers do not change.
  return code.startsWith('#!')
    ? code.replace('\n', `\n${names} `)
    : code.replace(/^(?:(['"])use strict\1;)?/, `$& ${names} `);
}

function sayWorkspace(code, { fileName }) {
  if (!code.includes('__workspace')) return null;
  const way = '../'.repeat(relative(ROOT, join(TARGET, fileName)).split(sep).length - 1);
  return `const __workspace = new URL('${way}', import.meta.url).href;\n${code}`;
}
