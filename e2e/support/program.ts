import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '@switchback/testing/node-flags';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 15_000;

export type Environment = Record<string, string>;

/** A running program of the checkout's build. */
export interface Program {
  script: string;
  process: ChildProcess;
  /** Everything it has printed so far. */
  output: () => string;
  /** Stops it like an orchestrator: SIGTERM, then SIGKILL if it does not exit. Returns its exit code. */
  stop: () => Promise<number | null>;
}

export function startProgram(script: string, environment: Environment): Program {
  const child = spawn(process.execPath, [...NODE_FLAGS, script], {
    cwd: ROOT,
    env: { ...process.env, ...NODE_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return { script, process: child, output: () => printed, stop: () => stopProcess(child) };
}

/** Waits until the program is ready, or until another check passes; stops it on a timeout. */
export async function untilReady(program: Program, url: string, isDone = isReady): Promise<void> {
  try {
    const deadline = Date.now() + READY_TIMEOUT_MS;
    while (!(await isDone(url))) {
      const { exitCode } = program.process;
      if (exitCode !== null) throw new Error(`${program.script} exited with ${exitCode}:\n${program.output()}`);
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
