import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearEngines } from './engines.js';
import { roadSettings } from './osm-extract.js';
import { startProduct } from './product.js';

/**
 * Starts one fresh product for the whole run, with its demo drives; `BASE_URL` points the suite at a running one
 * instead. Cleans up shared engines at the end, even after failures.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.BASE_URL) return clearEngines;
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback e2e '));
  const remove = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await clearEngines();
  };
  try {
    const product = await startProduct(dataDir, roadSettings());
    process.env.BASE_URL = product.url;
    process.env.MAIL_DIR = join(dataDir, 'mail');
    process.env.PRODUCT_ENVIRONMENT = JSON.stringify(product.environment);
    return async () => {
      try {
        await product.stop();
      } finally {
        await remove();
      }
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
