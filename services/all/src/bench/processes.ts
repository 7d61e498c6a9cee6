import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '@switchback/testing/wait';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
/** What Linux counts processor time in, whatever the kernel's own tick. */
const TICKS_PER_SECOND = 100;

export interface RunningServer {
  url: string;
  /** Of each of its processes. */
  pids: readonly number[];
  stop: () => Promise<void>;
}

/** In an order in which each finds those it calls. */
const SERVICES = ['drives', 'users', 'auth', 'search'];

/** What a product stands on beside its database, as its settings. */
type Engines = Readonly<Record<string, string>>;

/** The built product on a database, as `npm start` runs it; only the limit of calls an address may make is off. */
export function startProduct(databaseUrl: string, engines: Engines = {}): Promise<RunningServer> {
  return withDataFolder(async (dataDir) => {
    const port = await freePorts();
    const settings = { ...settingsFor(databaseUrl, dataDir), ...engines, PORT: String(port) };
    return start(['services/all/dist/main.js'], settings, `http://127.0.0.1:${port}`);
  });
}

/** The same as separate processes: the gateway and each service, one of each. */
export function startApart(databaseUrl: string): Promise<RunningServer> {
  return withDataFolder(async (dataDir) => {
    const ports: (readonly [name: string, port: number])[] = [];
    for (const name of SERVICES) ports.push([name, await freePorts()]);
    const gateway = await freePorts();
    const addresses = ports.map(([name, port]) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`] as const);
    const settings = { ...settingsFor(databaseUrl, dataDir), ...Object.fromEntries(addresses) };
    const run = (main: string, port: number, readyPort: number) =>
      start([`${main}/dist/main.js`], { ...settings, PORT: String(port) }, `http://127.0.0.1:${readyPort}`);
    const servers: RunningServer[] = [];
    const stop = async () => {
      for (const server of servers.reverse()) await server.stop();
    };
    try {
      for (const [name, port] of ports) servers.push(await run(`services/${name}`, port, port + 1));
      servers.push(await run('gateway', gateway, gateway));
    } catch (error) {
      await stop();
      throw error;
    }
    return { url: `http://127.0.0.1:${gateway}`, pids: servers.flatMap(({ pids }) => pids), stop };
  });
}

function settingsFor(databaseUrl: string, dataDir: string): Record<string, string> {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', READ_LIMIT_PER_MINUTE: '0' };
  return { ...settings, LISTEN_HOST: '127.0.0.1' };
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

/** Plain `http` and `pg` that answer question N with statements N of the file; see `raw-server.ts`. */
export async function startRawServer(databaseUrl: string, statementsFile: string): Promise<RunningServer> {
  const port = await freePorts();
  const loader = ['--import', '@swc-node/register/esm-register'];
  const script = fileURLToPath(new URL('raw-server.ts', import.meta.url));
  const settings = { DATABASE_URL: databaseUrl, STATEMENTS: statementsFile, PORT: String(port) };
  return start([...loader, script], settings, `http://127.0.0.1:${port}`);
}

async function start(args: string[], settings: Record<string, string>, url: string): Promise<RunningServer> {
  const env = { ...process.env, ...settings };
  // The channel tells it when we die, so that it does not stay behind.
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let faults = '';
  child.stderr?.on('data', (chunk: Buffer) => (faults = (faults + chunk.toString()).slice(-4_000)));
  const stop = () => stopChild(child);
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended with ${child.exitCode}: ${faults}`);
    const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    return answer?.ok ?? false;
  };
  await waitUntil(`${args.at(-1)} to be ready`, isReady, READY_TIMEOUT_MS).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, pids: [child.pid!], stop };
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

export async function freePorts(): Promise<number> {
  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', reject);
      probe.listen(port, '127.0.0.1', () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await listen(0);
    if (await listen(port + 1).catch(() => 0)) return port;
  }
  throw new Error('No two neighbouring free ports were found.');
}

/** Whether this system tells the processor time of other processes. */
export function knowsCpuTime(): boolean {
  return existsSync('/proc/self/stat');
}

/** Processor time that processes used so far. */
export function cpuMsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
}

/** Processor time a process used so far, user and system, in milliseconds; with its ended children. */
function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1_000) / TICKS_PER_SECOND;
}

/** The same of a PostgreSQL with all its connections. */
export function postgresCpuMs(postmasterPid: number): number {
  const children = readFileSync(`/proc/${postmasterPid}/task/${postmasterPid}/children`, 'utf8').trim();
  const pids = children === '' ? [] : children.split(' ').map(Number);
  return cpuMsOf([postmasterPid, ...pids]);
}
