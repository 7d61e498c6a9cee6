import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './setup.mjs';

const SOURCES = join(ROOT, 'lab/faults/src/roles');
const ROLES = ['writer', 'relay', 'consumer'];

/** Lets the product's modules find their files and programs from where they are, not from the bundle. */
const KEEP_PLACES = {
  name: 'keep-places',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
};

/**
 * Bundles each process of the product that the faults kill and start thousands of times into one file: reading a
 * thousand modules took most of each start. Requires the built libraries and the installed packages.
 * @returns the folder of `writer.mjs`, `relay.mjs` and `consumer.mjs`, which the caller removes.
 */
export async function bundleRoles() {
  // The web project depends on the bundler.
  const { resolve } = createRequire(join(ROOT, 'web/package.json'));
  const { build } = await import(pathToFileURL(resolve('vite')).href);
  // Below node_modules, so that imports of external packages resolve.
  const cache = join(ROOT, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'faults-'));
  try {
    await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'error',
      plugins: [KEEP_PLACES],
      // It extends a global object that other modules use before they import it.
      ssr: { noExternal: true, external: ['reflect-metadata'] },
      build: {
        ssr: true,
        outDir: folder,
        minify: false,
        target: `node${process.versions.node}`,
        rolldownOptions: {
          input: ROLES.map((role) => join(SOURCES, `${role}.ts`)),
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
