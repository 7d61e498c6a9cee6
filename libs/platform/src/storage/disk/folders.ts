import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListQuery } from '../storage.js';
import { codeOf, toStorageError } from './disk-errors.js';

interface Entry {
  /** A file's key; a folder's with a slash, which is where its keys stand among the others. */
  place: string;
  isFolder: boolean;
}

/** The keys below a folder that a listing asks for, in order; it reads only the folders that can hold some of them. */
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
    // A delete may have taken it away since it was seen.
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
