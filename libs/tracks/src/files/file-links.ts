import { dirname, join } from 'node:path/posix';
import { NameList } from '../formats/name-list.js';
import type { FileItem, ReaderItem } from '../features/raw-feature.js';
import type { PlainFile } from './unpack.js';

const NAMES_MAX = 3;

/**
 * Removes links from the items of a file: the archive is read with all its files. Reports links that lead elsewhere,
 * since nothing is fetched.
 * @param onSibling called for each link to a file of the same archive.
 */
export async function* withoutLinks(
  items: AsyncIterable<ReaderItem>,
  { name, siblings }: Omit<PlainFile, 'bytes'>,
  onSibling: () => void,
): AsyncGenerator<FileItem, void, void> {
  const elsewhere = new NameList(NAMES_MAX);
  for await (const item of items) {
    if (!('link' in item)) yield item;
    else if (siblings?.has(pathOf(item.link.href, name))) onSibling();
    else elsewhere.add(`“${item.link.name || item.link.href}”`);
  }
  if (!elsewhere.isEmpty) yield { line: 1, leftOut: `Links to files elsewhere are not followed: ${elsewhere.text}.` };
}

/** Resolves a link relative to the file that has it. */
function pathOf(href: string, from: string): string {
  const path = href.replace(/[?#].*$/s, '').replaceAll('\\', '/');
  try {
    return join(dirname(from), decodeURI(path));
  } catch {
    return join(dirname(from), path);
  }
}
