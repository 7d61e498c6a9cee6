import { fileURLToPath } from 'node:url';
import { ConfigError, loadSettings, type Settings } from '../config/settings.js';
import { BackupError } from '../db/backup/backup-error.js';
import { SchemaBehind } from '../db/schema-state.js';
import { flushLogs } from '../telemetry/logger.js';
import {
  DatabaseFull,
  DataFolderInUse,
  DataFolderUnusable,
  explainFullDisk,
  explainStorage,
  holdDataFolder,
} from './data-folder.js';
import { type Foundation, layFoundation } from './foundation.js';
import { type Engine, requireEngines } from './known-engines.js';
import { type ProcessKind, type RunningProcess, startProcess } from './host.js';
import { StartError } from './ports.js';

const CHECKOUT = fileURLToPath(new URL('../../../..', import.meta.url));
/** After this time, a part that does not close is abandoned. */
const STOP_TIMEOUT_MS = 10_000;

/** Errors caused by the configuration or the machine, whose message is sufficient without a stack trace. */
const SENTENCES = [
  ConfigError,
  StartError,
  DataFolderInUse,
  DataFolderUnusable,
  DatabaseFull,
  SchemaBehind,
  BackupError,
];

/** Starts a process, prints its address, and stops it on Ctrl-C, on SIGTERM, or when its parent process exits. */
export async function runProcess(kind: ProcessKind): Promise<void> {
  const stopped = stopRequest();
  await endWithSentence(async (settings) => {
    const release = kind.isAlone && !settings.DATABASE_URL ? holdDataFolder(settings.DATA_DIR) : () => undefined;
    const starting = startProcess(kind, settings);
    try {
      const running = await Promise.race([starting, stopped.then(() => null)]);
      if (running) {
        // Keeps earlier log lines from appearing after this one.
        flushLogs();
        process.stdout.write(`${settings.PRODUCT_NAME} is ready ${running.where}\n`);
      }
      const isOrdered = (await stopped) === 'SIGTERM';
      await stopInTime(starting, isOrdered ? settings.DRAIN_SECONDS * 1_000 : 0);
    } finally {
      release();
    }
  }, kind.defaultPort);
}

/**
 * Runs a command on its own foundation, with or without other processes running.
 * @param needed engines whose settings the command needs.
 */
export function runCommand(
  work: (foundation: Foundation) => Promise<void>,
  needed: readonly Engine[] = ['postgres'],
): Promise<void> {
  return endWithSentence(async (settings) => {
    requireEngines(settings, needed);
    const foundation = layFoundation(settings);
    try {
      await work(foundation);
    } finally {
      await foundation.close();
    }
  });
}

/**
 * Runs work with the settings of this process, resolving relative paths in them against the checkout. A configuration
 * error prints one sentence and exits with 1, any other error prints its stack trace.
 */
async function endWithSentence(work: (settings: Settings) => Promise<void>, defaultPort?: number): Promise<void> {
  try {
    const settings = loadSettings(process.env, CHECKOUT, defaultPort);
    await work(settings).catch((error: unknown) => {
      const explain = settings.DATABASE_URL ? explainFullDisk : explainStorage;
      throw explain(settings.DATA_DIR, error);
    });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    // A half-opened part must not keep the process of a failed start alive.
    process.exit(1);
  }
  if (process.connected) process.disconnect();
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return SENTENCES.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

/**
 * Resolves when this process is asked to stop, with the source: SIGTERM comes from a process manager, SIGINT from a
 * person waiting at a terminal, and 'gone' means that the parent process exited. One Ctrl-C may arrive twice, from the
 * terminal and from the parent, so a second signal does not force an exit: stopping has its own time limit.
 */
export function stopRequest(): Promise<NodeJS.Signals | 'gone'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('gone'));
  });
}

async function stopInTime(starting: Promise<RunningProcess>, drainMs: number): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write('Not everything stopped in time.\n');
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  try {
    const running = await starting;
    await running.stop(drainMs);
  } finally {
    clearTimeout(timer);
  }
}
