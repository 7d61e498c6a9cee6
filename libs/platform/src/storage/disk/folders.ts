import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListQuery } from '../storage.js';
import { codeOf, toStorageError } from './disk-errors.js';

interface Entry {
  /** Key of a file; for a folder with a trailing slash, so that it sorts like the keys inside it. */
  place: string;
  isFolder: boolean;
}

/** Yields the keys of a listing below a folder, in order; reads only folders that can contain matches. */
export async function* keysInOrder(
  root: string,
  query: Pick<ListQuery, 'prefix' | 'after'>,
  folder = '',
): AsyncGenerator<string> {
  for (const { place, isFolder } of await entriesOf(root, folder)) {
    if (isFolder) {
      if (mayHold(place, query)) yield* keysInOrder(root, query, place);
    } else if (place.startsWith(query.prefix) && (query.after === undefined || place > query.after)) {
      yield place;
    }
  }
}

function mayHold(folder: string, { prefix, after }: Pick<ListQuery, 'prefix' | 'after'>): boolean {
  if (!folder.startsWith(prefix) && !prefix.startsWith(folder)) return false;
  return after === undefined || folder > after || after.startsWith(folder);
}

async function entriesOf(root: string, folder: string): Promise<Entry[]> {
  const found = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    // A concurrent delete may have removed the folder.
    if (codeOf(error) === 'ENOENT') return [];
    throw toStorageError(error);
  });
  return found
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry): Entry => {
      const isFolder = entry.isDirectory();
      return { place: folder + entry.name + (isFolder ? '/' : ''), isFolder };
    })
    .sort((a, b) => (a.place < b.place ? -1 : 1));
}
