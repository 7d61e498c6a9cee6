import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '@switchback/platform/clock';
import { SERVICES } from '@switchback/platform/services';
import { COMPILED_ON_IMPORT } from '@switchback/testing/from-sources';
import { freePorts } from '@switchback/testing/free-ports';
import { type ProcessSettings, Program, ROOT, UNSET } from './program.js';

/**
 * V8's old-space limit in megabytes, equal to its default in containers with the chart's memory: 512 MB, and 1 GB for
 * search. On a large machine V8 would use gigabytes and collect garbage much later.
 */
const OLD_SPACE_MB = { search: 560, others: 245 };

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

export function pidsOf({ processes }: RunningServer): number[] {
  return processes.map(({ pid }) => pid);
}

/** Returns the settings of a product on a database, as operators run it; only the limits of calls are lifted. */
export function productSettings(databaseUrl: string, dataDir: string): Record<string, string> {
  const uploads = { UPLOADS_PER_ADDRESS: '1000000', UPLOADS_PER_PERSON: '1000000' };
  const limits = { READ_LIMIT_PER_MINUTE: '0', DIRECTIONS_PER_PERSON: '1000000', ...uploads };
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', ...limits };
  return { ...settings, LISTEN_HOST: '127.0.0.1', NODE_ENV: 'production' };
}

/** Starts the built product in one process. */
export function startProduct(databaseUrl: string, further: ProcessSettings = {}): Promise<RunningServer> {
  return withDataFolder((dataDir) =>
    start('all', ['services/all/dist/main.js'], { ...productSettings(databaseUrl, dataDir), ...further }),
  );
}

/** Starts the product as separate processes: the gateway and one instance of each service, one after another. */
export function startApart(databaseUrl: string, further: ProcessSettings = {}): Promise<RunningServer> {
  return withDataFolder(async (dataDir) => {
    const ports: (readonly [name: string, port: number])[] = [];
    for (const name of Object.keys(SERVICES)) ports.push([name, await freePorts()]);
    const addresses = ports.map(([name, port]) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`] as const);
    const settings = { ...productSettings(databaseUrl, dataDir), ...further, ...Object.fromEntries(addresses) };
    const run = (name: string, port?: number) => {
      const oldSpace = `--max-old-space-size=${name === 'search' ? OLD_SPACE_MB.search : OLD_SPACE_MB.others}`;
      const args = [oldSpace, `deploy/image/dist/${name}.js`];
      return start(name, args, port ? { ...settings, PORT: String(port) } : settings, port && port + 1);
    };
    const servers: RunningServer[] = [];
    const stop = async () => {
      for (const server of servers.reverse()) await server.stop();
    };
    try {
      for (const [name, port] of ports) servers.push(await run(name, port));
      servers.push(await run('gateway'));
    } catch (error) {
      await stop();
      throw error;
    }
    const { url } = servers.at(-1)!;
    return { url, processes: servers.flatMap(({ processes }) => processes), stop };
  });
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
  try {
    await work(product);
  } finally {
    await product.stop();
  }
}

/** Starts a script of this folder that listens on `PORT`: a floor to measure against. */
export function startFloor(script: string, settings: ProcessSettings): Promise<RunningServer> {
  return start(script, [...COMPILED_ON_IMPORT, pathOf(script)], settings);
}

/** Starts a Nest application without any modules. */
export function startEmptyApp(): Promise<RunningServer> {
  return start('empty', [pathOf('empty-app.ts')], {});
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(script, import.meta.url));
}

/** Runs one of the product's commands to completion. @throws Error with its error output if it fails. */
export async function runCommand([name = '', ...words]: readonly string[], settings: ProcessSettings): Promise<void> {
  const env = { ...UNSET, ...settings };
  await promisify(execFile)(process.execPath, [`services/all/dist/commands/${name}.js`, ...words], { cwd: ROOT, env });
}

/** Returns whether the server at this URL reports that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  return answer?.ok ?? false;
}

/** @param readyPort port that reports readiness, if it is not `PORT`. */
async function start(
  name: string,
  args: string[],
  settings: ProcessSettings,
  readyPort?: number,
): Promise<RunningServer> {
  const port = settings['PORT'] ?? String(await freePorts());
  const url = `http://127.0.0.1:${port}`;
  const readyUrl = readyPort === undefined ? url : `http://127.0.0.1:${readyPort}`;
  const startedAtMs = systemClock.monotonicMs();
  const program = await Program.start({
    args,
    settings: { ...settings, PORT: port },
    isReady: () => isReady(readyUrl),
  });
  const readyMs = systemClock.monotonicMs() - startedAtMs;
  const stop = async () => void (await program.stop());
  return { url, processes: [{ name, pid: program.pid, readyMs }], stop };
}
