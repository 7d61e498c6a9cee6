// Runs one of the product's built commands (import, reindex, doctor, …) on the workspace's Node.
import { resolve } from 'node:path';
import { replaceWith, setUp } from './lib/setup.mjs';

const [command, ...args] = process.argv.slice(2);
await setUp({ scope: 'product' });
// File arguments are relative to the caller's folder, which npm records; the command itself runs in the checkout.
const from = process.env.INIT_CWD ?? process.cwd();
replaceWith(['--enable-source-maps', `services/all/dist/commands/${command}.js`, ...args], { INIT_CWD: resolve(from) });
