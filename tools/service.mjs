// npm run service -- NAME: runs one service, or the gateway, in a process of its own. Several of them with the same
// settings make up the product.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fail, replaceWith, NODE_FLAGS, ROOT, setUp } from './lib/setup.mjs';

const services = readdirSync(join(ROOT, 'services')).filter((name) =>
  existsSync(join(ROOT, 'services', name, 'src', 'service.ts')),
);
const names = ['gateway', ...services];
const [name = '', ...rest] = process.argv.slice(2);
if (!names.includes(name) || rest.length > 0)
  fail(`Usage: npm run service -- NAME\n\nNAME is one of ${names.sort().join(', ')}.`);

await setUp();
replaceWith([...NODE_FLAGS, `deploy/image/dist/${name}.js`]);
