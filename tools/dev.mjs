// npm run dev: the same product from its sources, with reload on change: services on PORT through Node's watch mode, the
// web app through Vite on PORT + 10, which passes /api on.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { environment, nodeBinary, program, ROOT, setUp } from './lib/setup.mjs';

await setUp();
const port = Number(process.env.PORT ?? 8080);
const services = [
  '--watch',
  '--watch-preserve-output',
  '--import',
  '@swc-node/register/esm-register',
  '--conditions=@switchback/source',
  'services/all/src/main.ts',
];
const web = [program('vite', 'web'), '--port', String(port + 10), '--strictPort'];

const children = [
  spawn(nodeBinary(), services, { cwd: ROOT, stdio: 'inherit', env: environment({ SWCRC: 'true' }) }),
  spawn(nodeBinary(), web, { cwd: join(ROOT, 'web'), stdio: 'inherit', env: environment({ API_PORT: String(port) }) }),
];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);
