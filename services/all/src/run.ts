import { ConfigError, loadSettings } from '@switchback/platform/config/settings';
import { fileURLToPath } from 'node:url';
import { DataFolderInUse, holdDataFolder } from './data-folder.js';
import { StartError } from './ports.js';
import { type Product, startProduct } from './product.js';

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));
/** Past this a part that does not close is left behind. */
const STOP_TIMEOUT_MS = 10_000;

/** The settings of this process; relative paths are relative to the checkout. */
export function readSettings() {
  return loadSettings(process.env, CHECKOUT);
}

/** Starts the product, says where it is, and ends with the process on Ctrl-C, SIGTERM, or when its starter went away. */
export async function runUntilStopped(): Promise<void> {
  const stopped = stopRequest();
  await endWithSentence(async () => {
    const settings = readSettings();
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

/** Runs a command; a fault of the person's making ends it with one sentence and 1, any other with its stack. */
export async function endWithSentence(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const expected = error instanceof ConfigError || error instanceof StartError || error instanceof DataFolderInUse;
    const text = error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
    process.stderr.write(`${text}\n`);
    // A part that was opened halfway must not keep the process of a failed start alive.
    process.exit(1);
  }
  if (process.connected) process.disconnect();
}

function stopRequest(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
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
