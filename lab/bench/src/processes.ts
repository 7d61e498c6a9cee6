import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '@switchback/platform/clock';
import { SERVICES } from '@switchback/platform/services';
import { freePorts } from '@switchback/testing/free-ports';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@switchback/testing/node-flags';
import { waitUntil } from '@switchback/testing/wait';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
/** Matches engine settings, which are removed from this environment: a product gets only those passed to it. */
const ENGINE_SETTING = /^(KAFKA|ELASTICSEARCH|S3|REDIS)_/;

export interface RunningProcess {
  name: string;
  pid: number;
  /** Time from start to ready. */
  readyMs: number;
}

export interface RunningServer {
  url: string;
  processes: readonly RunningProcess[];
  stop: () => Promise<void>;
}

/**
 * V8's old-space limit in megabytes, equal to its default in containers with the chart's memory: 512 MB, and 1 GB for
 * search. On a large machine V8 would use gigabytes and collect garbage much later.
 */
const OLD_SPACE_MB = { search: 560, others: 245 };

export function pidsOf({ processes }: RunningServer): number[] {
  return processes.map(({ pid }) => pid);
}

/** Environment variables of a process. */
export type ProcessSettings = Readonly<Record<string, string>>;

/** Starts the built product on a database, as operators run it; only the read and upload limits are lifted. */
export function startProduct(databaseUrl: string, further: ProcessSettings = {}): Promise<RunningServer> {
  return withDataFolder(async (dataDir) => {
    const port = await freePorts();
    const settings = { ...settingsFor(databaseUrl, dataDir), ...further, PORT: String(port) };
    return start('all', ['services/all/dist/main.js'], settings, `http://127.0.0.1:${port}`);
  });
}

/** Starts the product as separate processes: the gateway and one instance of each service, one after another. */
export function startApart(databaseUrl: string, further: ProcessSettings = {}): Promise<RunningServer> {
  return withDataFolder(async (dataDir) => {
    const ports: (readonly [name: string, port: number])[] = [];
    for (const name of Object.keys(SERVICES)) ports.push([name, await freePorts()]);
    const gateway = await freePorts();
    const addresses = ports.map(([name, port]) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`] as const);
    const settings = { ...settingsFor(databaseUrl, dataDir), ...further, ...Object.fromEntries(addresses) };
    const run = (name: string, port: number, readyPort: number) =>
      start(
        name,
        [oldSpaceOf(name), `deploy/image/dist/${name}.js`],
        { ...settings, PORT: String(port) },
        `http://127.0.0.1:${readyPort}`,
      );
    const servers: RunningServer[] = [];
    const stop = async () => {
      for (const server of servers.reverse()) await server.stop();
    };
    try {
      for (const [name, port] of ports) servers.push(await run(name, port, port + 1));
      servers.push(await run('gateway', gateway, gateway));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: `http://127.0.0.1:${gateway}`, processes: servers.flatMap(({ processes }) => processes), stop };
  });
}

function oldSpaceOf(name: string): string {
  return `--max-old-space-size=${name === 'search' ? OLD_SPACE_MB.search : OLD_SPACE_MB.others}`;
}

function settingsFor(databaseUrl: string, dataDir: string): Record<string, string> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off' };
  const limits = { READ_LIMIT_PER_MINUTE: '0', UPLOADS_PER_ADDRESS: '1000000', UPLOADS_PER_PERSON: '1000000' };
  return { ...settings, ...limits, LISTEN_HOST: '127.0.0.1', NODE_ENV: 'production' };
}

async function withDataFolder(run: (dataDir: string) => Promise<RunningServer>): Promise<RunningServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-data-'));
  const server = await run(dataDir);
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** Runs `work` on a product, then stops the product. */
export async function whileRunning(
  start: Promise<RunningServer>,
  work: (product: RunningServer) => Promise<void>,
): Promise<void> {
  const product = await start;
  await work(product).finally(product.stop);
}

/** Starts a script of this folder that listens on `PORT`: a floor to measure against. */
export async function startFloor(script: string, settings: Record<string, string>): Promise<RunningServer> {
  const port = await freePorts();
  const loader = ['--import', '@swc-node/register/esm-register'];
  const path = fileURLToPath(new URL(script, import.meta.url));
  return start(script, [...loader, path], { ...settings, PORT: String(port) }, `http://127.0.0.1:${port}`);
}

/** Starts a Nest application without any modules. */
export async function startEmptyApp(): Promise<RunningServer> {
  const port = await freePorts();
  const path = fileURLToPath(new URL('empty-app.ts', import.meta.url));
  return start('empty', [path], { PORT: String(port) }, `http://127.0.0.1:${port}`);
}

/** Runs a built command next to a product, on the same database. */
export async function runCommand(name: string, words: readonly string[], databaseUrl: string): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-data-'));
  const env = environmentOf(settingsFor(databaseUrl, dataDir));
  try {
    await promisify(execFile)(process.execPath, [`services/all/dist/commands/${name}.js`, ...words], {
      cwd: ROOT,
      env,
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function environmentOf(settings: Record<string, string>): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([setting]) => !ENGINE_SETTING.test(setting));
  return { ...Object.fromEntries(own), ...settings };
}

async function start(
  name: string,
  args: string[],
  settings: Record<string, string>,
  url: string,
): Promise<RunningServer> {
  const env = { ...environmentOf(settings), ...NODE_ENVIRONMENT };
  const startedAtMs = systemClock.monotonicMs();
  // The child exits when this channel closes, so that it does not outlive this process.
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let faults = '';
  child.stderr?.on('data', (chunk: Buffer) => (faults = (faults + chunk.toString()).slice(-4_000)));
  const stop = () => stopChild(child);
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} exited with ${child.exitCode}: ${faults}`);
    const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.ok ?? false;
  };
  await waitUntil(`${args.at(-1)} to be ready`, isReady, READY_TIMEOUT_MS).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const readyMs = systemClock.monotonicMs() - startedAtMs;
  return { url, processes: [{ name, pid: child.pid!, readyMs }], stop };
}

function stopChild(child: ChildProcess): Promise<void> {
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
