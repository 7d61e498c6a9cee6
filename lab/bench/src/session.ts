import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import type { BenchContext } from './context.js';
import { type BenchOptions, readOptions } from './options.js';
import { recordResult } from './result.js';

export interface Session {
  options: BenchOptions;
  context: BenchContext;
  /** The PostgreSQL server that all benchmarks use. */
  serverUrl: string;
}

/** Runs the measurements on a dedicated PostgreSQL server and removes it afterwards. */
export async function inSession(work: (session: Session) => Promise<void>): Promise<void> {
  const options = readOptions(process.env);
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-'));
  const server = await joinOrStart({ dataDir });
  const postmaster = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0];
  const context: BenchContext = {
    ...options,
    record: recordResult,
    wants: (goal) => options.only?.has(goal) ?? true,
    postmasterPid: Number(postmaster),
  };
  try {
    await work({ options, context, serverUrl: server.url });
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
