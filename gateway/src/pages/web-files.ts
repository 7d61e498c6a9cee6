import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Injects the absolute path of the built web app; null serves the API and bare pages. */
export const WEB_ROOT = Symbol('WebRoot');

const FILES_MAX = 50_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** Lists the files of the built web app by URL path; done once, so that no URL can escape the folder. */
export function listFiles(root: string): Set<string> {
  const files = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files.add(`/${relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
    if (files.size > FILES_MAX) throw new Error(`The web app has more than ${FILES_MAX} files.`);
  }
  return files;
}

/** Reports whether a file never changes: hashed names from the bundler, and URLs with a version. */
export function isImmutable(path: string, query: string): boolean {
  if (path.startsWith('/basemap/') && /^v=\w+$/.test(query)) return true;
  return path.startsWith('/assets/') && /[-.][A-Za-z0-9_-]{8,}\.\w+$/.test(path);
}

/** Reports whether a file is compressed; vector tiles may be stored compressed under their plain name. */
export function isGzip(file: string): boolean {
  const start = Buffer.alloc(2);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start, 0, 2, 0);
  } finally {
    closeSync(handle);
  }
  return start[0] === GZIP_MAGIC[0] && start[1] === GZIP_MAGIC[1];
}
