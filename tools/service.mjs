// npm run service -- NAME: one part of the product in a process of its own. Several of them, on the same settings, are
// the product.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, handOver, NODE_FLAGS, ROOT, setUp } from './lib/setup.mjs';

const services = readdirSync(join(ROOT, 'services')).filter((name) =>
  existsSync(join(ROOT, 'services', name, 'src', 'part.ts')),
);
const folders = new Map([['gateway', 'gateway'], ...services.map((name) => [name, `services/${name}`])]);
const [name = '', ...rest] = process.argv.slice(2);
const folder = folders.get(name);
if (!folder || rest.length > 0)
  fail(`Usage: npm run service -- NAME\n\nNAME is one of ${[...folders.keys()].sort().join(', ')}.`);

await setUp();
handOver([...NODE_FLAGS, `${folder}/dist/main.js`]);
