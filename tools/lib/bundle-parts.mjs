import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './setup.mjs';

const SOURCES = join(ROOT, 'services/all/src/faults/parts');
const PARTS = ['writer', 'relay', 'consumer'];

/**
 * Makes one file of each part of the product that the faults kill and start thousands of times: reading a thousand modules
 * anew was most of each start. Built libraries and installed packages must be there.
 * @returns the folder of `writer.mjs`, `relay.mjs` and `consumer.mjs`, to be removed afterwards.
 */
export async function bundleParts() {
  // The web brings the bundler.
  const { resolve } = createRequire(join(ROOT, 'web/package.json'));
  const { build } = await import(pathToFileURL(resolve('vite')).href);
  // From here, what stays outside is found.
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'faults-'));
  try {
    await build({
      ...{ root: ROOT, configFile: false, publicDir: false, logLevel: 'error' },
      // It adds to a global object, which others use before they ask for it.
      ssr: { noExternal: true, external: ['reflect-metadata'] },
      build: {
        ...{ ssr: true, outDir: folder, minify: false, target: `node${process.versions.node}` },
        rolldownOptions: {
          input: PARTS.map((part) => join(SOURCES, `${part}.ts`)),
          output: { entryFileNames: '[name].mjs' },
        },
      },
    });
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
