import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const FILES_MAX = 50_000;
const GZIP_MAGIC = [0x1f, 0x8b];

/** The files of the built web app, by the path they are served under; listed once, so that no address can leave them. */
export function listFiles(root: string): Set<string> {
  const files = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files.add(`/${relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
    if (files.size > FILES_MAX) throw new Error(`The web app holds more than ${FILES_MAX} files.`);
  }
  return files;
}

/** Names the bundler made from the content, and addresses with a version: what they hold never changes. */
export function isImmutable(path: string, query: string): boolean {
  if (path.startsWith('/basemap/') && /^v=\w+$/.test(query)) return true;
  return path.startsWith('/assets/') && /[-.][A-Za-z0-9_-]{8,}\.\w+$/.test(path);
}

/** Vector tiles may lie compressed on disk under their plain name. */
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
