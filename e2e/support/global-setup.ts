import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './product.js';

/** One fresh product for the whole run, with its demo drives; `BASE_URL` points the suite at a running one instead. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return () => Promise.resolve();
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback e2e '));
  const product = await startProduct(dataDir);
  process.env.BASE_URL = product.url;
  return async () => {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
