import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { chunkOf, chunksOf, withImports, type Bundle } from '../service-worker/chunks.js';

const SOURCE = join(import.meta.dirname, 'boot.mjs');
/** Modules, by the end of their paths, of the pages that most visits start on, by the first segment of the URL. */
const PAGES = {
  '': '/features/landing/LandingPage.tsx',
  explore: '/app/ExploreRoute.tsx',
  'drive-details': '/app/ExploreRoute.tsx',
};

/** Writes `boot.mjs` into the page, preceded by the files of each page that the entry does not import. */
export const firstLoad: Plugin = {
  name: 'first-load',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const lists = bundle === undefined ? '' : `globalThis.PAGE_FILES = ${JSON.stringify(filesOf(bundle))};\n`;
      const script = `<script>${lists}${readFileSync(SOURCE, 'utf8')}</script>`;
      // Before any element that requests a file.
      return html.replace('<link ', (link) => `${script}\n    ${link}`);
    },
  },
};

function filesOf(bundle: Bundle): Record<string, string[]> {
  const chunks = chunksOf(bundle);
  const first = withImports(
    chunks.filter(({ isEntry }) => isEntry),
    bundle,
  );
  return Object.fromEntries(
    Object.entries(PAGES).map(([segment, end]) => {
      const files = withImports([chunkOf(chunks, end)], bundle).filter((file) => !first.includes(file));
      return [segment, files.map((file) => `/${file}`)];
    }),
  );
}
