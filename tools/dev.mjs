// npm run dev: the same product from its sources, with reload on change: services on PORT with Node's watch mode, the
// web app with Vite on PORT + 10, which proxies /api. Only the place data is built first.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { FROM_SOURCES } from './lib/from-sources.mjs';
import { environment, nodeBinary, program, ROOT, setUp } from './lib/setup.mjs';

const DEFAULT_PORT = 8080;
const WEB_PORT_OFFSET = 10;
/** A part that has not stopped by then is killed. */
const STOP_TIMEOUT_MS = 12_000;

await setUp({ build: ['@switchback/platform'] });
const port = Number(process.env.PORT || DEFAULT_PORT);
const webPort = port + WEB_PORT_OFFSET;
const services = ['--watch', '--watch-preserve-output', ...FROM_SOURCES, 'services/all/src/main.ts'];
const web = [program('vite', 'web'), '--port', String(webPort), '--strictPort', '--clearScreen', 'false'];

function start(cwd, args, extra) {
  return spawn(nodeBinary(), args, { cwd, stdio: 'inherit', env: environment(extra) });
}

const children = [start(ROOT, services), start(join(ROOT, 'web'), web, { API_PORT: String(port) })];
let isStopping = false;
function stop() {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
  setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), STOP_TIMEOUT_MS).unref();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
for (const child of children) {
  child.on('exit', (code) => {
    // If one part exits by itself, for example because its port is taken, the other is stopped, and the exit code
    // reports it.
    if (!isStopping) process.exitCode = code || 1;
    stop();
  });
}
