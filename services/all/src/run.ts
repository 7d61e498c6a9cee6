import { ConfigError, loadSettings, type Settings } from '@switchback/platform/config/settings';
import { fileURLToPath } from 'node:url';
import { DataFolderInUse, DataFolderUnusable, explainStorage, holdDataFolder } from './data-folder.js';
import { StartError } from './ports.js';
import { type Product, startProduct } from './product.js';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
/** Past this a part that does not close is left behind. */
const STOP_TIMEOUT_MS = 10_000;

/** Faults of the person's making, or of the machine's: their message says all there is to say. */
const SENTENCES = [ConfigError, StartError, DataFolderInUse, DataFolderUnusable];

/** Starts the product, says where it is, and ends with the process on Ctrl-C, SIGTERM, or when its starter went away. */
export async function runUntilStopped(): Promise<void> {
  const stopped = stopRequest();
  await endWithSentence(async (settings) => {
    const release = settings.DATABASE_URL ? () => undefined : holdDataFolder(settings.DATA_DIR);
    const starting = startProduct(settings);
    try {
      const product = await Promise.race([starting, stopped.then(() => null)]);
      if (product) process.stdout.write(`${settings.PRODUCT_NAME} is ready at ${product.url}\n`);
      await stopped;
      await stopInTime(starting);
    } finally {
      release();
    }
  });
}

/**
 * Runs a command with the settings of this process, relative paths in them being relative to the checkout. A fault of
 * the person's making ends it with one sentence and 1, any other with its stack.
 */
export async function endWithSentence(work: (settings: Settings) => Promise<void>): Promise<void> {
  try {
    const settings = loadSettings(process.env, CHECKOUT);
    await work(settings).catch((error: unknown) => {
      throw settings.DATABASE_URL ? error : explainStorage(settings.DATA_DIR, error);
    });
  } catch (error) {
    process.stderr.write(`${tell(error)}\n`);
    // A part that was opened halfway must not keep the process of a failed start alive.
    process.exit(1);
  }
  if (process.connected) process.disconnect();
}

function tell(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return SENTENCES.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message);
}

/**
 * Resolves when this process is asked to stop. One Ctrl-C may come twice, from the terminal and from who started us, so
 * that a second one hurries nothing: stopping has a limit of its own.
 */
export function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}

async function stopInTime(starting: Promise<Product>): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write('Not everything stopped in time.\n');
    process.exit(1);
  }, STOP_TIMEOUT_MS);
  try {
    const product = await starting;
    await product.stop();
  } finally {
    clearTimeout(timer);
  }
}
