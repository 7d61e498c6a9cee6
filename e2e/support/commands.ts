import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TIMEOUT_MS = 120_000;

export interface Ended {
  code: number | null;
  output: string;
}

/**
 * Runs one of the product's built commands to completion, as `npm run` does; `PRODUCT_COMMAND` overrides the program if
 * the product runs elsewhere.
 */
export function runCommand(name: string, args: string[], environment: Record<string, string>): Promise<Ended> {
  const [elsewhere, ...words] = process.env.PRODUCT_COMMAND?.split(' ') ?? [];
  if (elsewhere) return runToEnd(elsewhere, [...words, name, ...args], environment);
  return runProgram([`services/all/dist/commands/${name}.js`, ...args], environment);
}

/** Runs a script of the checkout on this Node to completion. */
export function runProgram(args: string[], environment: Record<string, string>): Promise<Ended> {
  return runToEnd(process.execPath, args, environment);
}

function runToEnd(program: string, args: string[], environment: Record<string, string>): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIMEOUT_MS,
      env: { ...process.env, ...environment },
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
