import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '@switchback/testing/node-flags';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;

export type Environment = Record<string, string>;

/** A built program of the checkout that runs. */
export interface Program {
  script: string;
  process: ChildProcess;
  /** Everything it printed so far. */
  output: () => string;
  /** As an orchestrator stops it: SIGTERM, and SIGKILL for what stays. Answers its exit code. */
  stop: () => Promise<number | null>;
}

export function startProgram(script: string, environment: Environment): Program {
  const child = spawn(process.execPath, [...NODE_FLAGS, script], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { script, process: child, output: () => printed, stop: () => stopProcess(child) };
}

/** Waits until it is ready, as it says itself or as another question shows; stops it when it does not become so. */
export async function untilReady(program: Program, url: string, isDone = isReady): Promise<void> {
  try {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await isDone(url))) {
      const { exitCode } = program.process;
      if (exitCode !== null) throw new Error(`${program.script} ended with ${exitCode}:\n${program.output()}`);
      if (Date.now() > deadline) throw new Error(`${program.script} was not ready in time:\n${program.output()}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } catch (error) {
    await program.stop();
    throw error;
  }
}

export async function isReady(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(2_000);
  const answer = await fetch(`${url}/api/health/ready`, { signal }).catch(() => null);
  return answer?.ok ?? false;
}

function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    child.kill('SIGTERM');
  });
}

/** Below those that systems give to outgoing connections, which might take one before it is opened. */
const PORTS = { from: 12_000, to: 30_000 };
const taken = new Set<number>();

/** Two neighbouring free ports: one for people, one for management. None is given twice. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = PORTS.from + 2 * Math.floor((Math.random() * (PORTS.to - PORTS.from)) / 2);
    if (taken.has(port)) continue;
    taken.add(port);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
  throw new Error('No two neighbouring free ports were found.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
