import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { chunkOf, chunksOf, withImports } from './chunks.js';

const SOURCE = join(import.meta.dirname, 'worker.mjs');
/** Same as `OFFLINE_PAGE`: the build cannot import the workspaces' sources while it reads its own configuration. */
const PAGE = '/offline';
/** Modules, by the end of their paths, of pages with saved drives, the frame around them and the lines on the map. */
const PAGE_PARTS = [
  '/features/offline/OfflinePage.tsx',
  '/app/ExploreRoute.tsx',
  '/app/shell/AccountMenu.tsx',
  '/app/shell/NoticesMenu.tsx',
  '/app/offline/OfflineSync.tsx',
  '/features/directions/DirectionsDialog.tsx',
  '/features/directions/ShareDialog.tsx',
  '/components/QrCode.tsx',
];
/** Modules that a drive on the device needs: the map, and the guide along a drive, a day and a plan. */
const MAP_PARTS = [
  '/map/RouteMap.tsx',
  '/map/maplibre/maplibre-map.ts',
  '/map/maplibre/streets-style.ts',
  '/features/drive-guide/DriveGuidePage.tsx',
  '/features/drive-guide/DrivingMap.tsx',
  '/features/collections/page/DayGuidePage.tsx',
  '/features/from-here/PlanGuidePage.tsx',
];
const ICONS = ['/favicon.svg', '/icons/icon-192.png'];

/** Writes `sw.js`: the worker, preceded by the list of this build's files that it caches. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = chunksOf(bundle);
    const entry = chunks.filter(({ isEntry }) => isEntry);
    const [main] = entry;
    if (main === undefined) throw new Error('The build has no entry.');
    const shell = withImports([...entry, ...PAGE_PARTS.map((part) => chunkOf(chunks, part))], bundle);
    const map = withImports(
      MAP_PARTS.map((part) => chunkOf(chunks, part)),
      bundle,
    ).filter((file) => !shell.includes(file));
    // The entry comes first: if a page names it, the page is of the same build.
    const files = [main.fileName, ...shell.filter((file) => file !== main.fileName)];
    const source = readFileSync(SOURCE, 'utf8');
    const version = createHash('sha256')
      .update(source)
      .update(JSON.stringify([files, map]))
      .digest('hex')
      .slice(0, 12);
    const list = { version, page: PAGE, shell: [...files.map(rooted), ...ICONS], map: map.map(rooted) };
    this.emitFile({
      type: 'asset',
      fileName: 'sw.js',
      source: `globalThis.FILES = ${JSON.stringify(list)};\n${source}`,
    });
  },
};

const rooted = (file: string) => `/${file}`;
