import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 15_000;

export interface RunningProduct {
  url: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  output: () => string;
  stop: () => Promise<void>;
}

/** Two neighbouring free ports: one for people, one for management. */
export async function freePort(): Promise<number> {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const server = createServer();
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
  for (let attempt = 0; attempt < 20; attempt++) {
    const port = await listen(0);
    if (await listen(port + 1).catch(() => 0)) return port;
  }
  throw new Error('No two neighbouring free ports were found.');
}

/** Starts the built product on a data folder and waits until it is ready. */
export async function startProduct(dataDir: string, environment: Record<string, string> = {}): Promise<RunningProduct> {
  const port = Number(environment.PORT ?? (await freePort()));
  const child = spawn(process.execPath, ['--enable-source-maps', 'services/all/dist/main.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...{ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', READ_LIMIT_PER_MINUTE: '0' },
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const url = `http://localhost:${port}`;
  const stop = () => stopProcess(child);
  await untilReady(url, child, () => printed).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, process: child, output: () => printed, stop };
}

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The product ended with ${child.exitCode}:\n${output()}`);
    const ready = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The product was not ready in time:\n${output()}`);
}

function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
