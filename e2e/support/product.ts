import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownNames } from './engines.js';
import { freePort } from './free-port.js';
import { type Environment, type Program, startProgram, untilReady } from './program.js';

/** `single`: all in one process, like `npm start`. `split`: the gateway and each service in a process of its own. */
export const TOPOLOGY = process.env.TOPOLOGY === 'split' ? 'split' : 'single';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every service, by the descriptions in their folders. */
export const SERVICES = globSync('services/*/service.json', { cwd: ROOT })
  .map((path) => basename(dirname(path)))
  .sort();

export interface RunningProduct {
  url: string;
  /** Environment for commands that work on the same data and engines. */
  environment: Environment;
  programs: Program[];
  stop: () => Promise<void>;
}

/** Starts the built product on a data folder, in the topology of this run, and waits until it is ready. */
export async function startProduct(dataDir: string, environment: Environment = {}): Promise<RunningProduct> {
  const settings = { ...settingsFor(dataDir), ...environment };
  return TOPOLOGY === 'split' ? startSplit(settings) : startSingle(settings);
}

/** Settings of each process of a product with this data folder. */
export function settingsFor(dataDir: string): Environment {
  // Everyone signs up from the same address during a run.
  const limits = {
    READ_LIMIT_PER_MINUTE: '0',
    MAILS_PER_ADDRESS: '100000',
    LOGIN_FAILURES_PER_ADDRESS: '100000',
    USERNAME_CHECKS_PER_ADDRESS: '100000',
    MESSAGES_PER_ADDRESS: '100000',
    UPLOADS_PER_ADDRESS: '100000',
    DIRECTIONS_PER_PERSON: '100000',
    UPLOADS_PER_PERSON: '100000',
  };
  return { DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...limits, ...ownNames(dataDir) };
}

async function startSingle(environment: Environment): Promise<RunningProduct> {
  const port = environment.PORT ?? String(await freePort());
  const program = startProgram('services/all/dist/main.js', { ...environment, PORT: port });
  const url = `http://localhost:${port}`;
  await untilReady(program, url);
  await untilReady(program, url, isSearchable);
  return { url, environment, programs: [program], stop: async () => void (await program.stop()) };
}

async function startSplit(settings: Environment): Promise<RunningProduct> {
  const programs: Program[] = [];
  const stop = async () => {
    // The gateway first, so that it logs no errors about missing services.
    for (const program of programs.reverse()) await program.stop();
  };
  try {
    // One by one, so that no port is found twice; each process gets all addresses.
    const ports: [string, number][] = [];
    for (const name of SERVICES) ports.push([name, await freePort()]);
    const addresses = ports.map(([name, port]) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${port}`] as const);
    const port = Number(settings.PORT ?? (await freePort()));
    const url = `http://localhost:${port}`;
    const environment = { PUBLIC_URL: url, ...settings, ...Object.fromEntries(addresses) };
    const services = ports.map(([name, port]) => startService(name, environment, port));
    programs.push(...services.map(({ program }) => program));
    await Promise.all(services.map(({ ready }) => ready));
    const gateway = startProgram('deploy/image/dist/gateway.js', { ...environment, PORT: String(port) });
    programs.push(gateway);
    await untilReady(gateway, url);
    await untilReady(gateway, url, isSearchable);
    return { url, environment, programs, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a service in a process of its own; `ready` resolves once its management port reports readiness. */
export function startService(name: string, environment: Environment, port: number) {
  const program = startProgram(`deploy/image/dist/${name}.js`, { ...environment, PORT: String(port) });
  return { program, ready: untilReady(program, `http://localhost:${port + 1}`) };
}

/** Counts the product's public drives. */
export async function drivesOf(url: string): Promise<number> {
  return ((await (await fetch(`${url}/api/stats/drives`)).json()) as { count: number }).count;
}

/** On a shared engine, a new installation creates its index in the first seconds after the start. */
async function isSearchable(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(5_000);
  const answer = await fetch(`${url}/api/drives/search`, { method: 'POST', signal }).catch(() => null);
  return answer?.ok ?? false;
}
