import type { SectionContent } from '../data-file.js';
import { expandAbbreviations, foldName } from '../fold.js';

export interface NamedPlace {
  place: number;
  names: string[];
}

/**
 * Packs the sections of a name index: all folded names in one text, each terminated by a zero byte, and an entry for
 * every word in them, sorted by the rest of the name, so that any prefix is one range of entries.
 */
export function packNames(named: NamedPlace[]): Record<string, SectionContent> {
  const seen = named.flatMap(({ place, names }) => {
    const folded = new Set(names.map((name) => expandAbbreviations(foldName(name))).filter((name) => name !== ''));
    return [...folded].map((name) => ({ place, name }));
  });
  const entries: { at: number; place: number; rest: string }[] = [];
  let at = 0;
  for (const { place, name } of seen) {
    let start = 0;
    for (const word of name.split(' ')) {
      entries.push({ at: at + start, place, rest: name.slice(start) });
      start += word.length + 1;
    }
    at += name.length + 1;
  }
  entries.sort((a, b) => (a.rest < b.rest ? -1 : a.rest > b.rest ? 1 : a.place - b.place));
  return {
    'names.text': new Uint8Array(Buffer.from(seen.map(({ name }) => `${name}\0`).join(''), 'latin1')),
    'names.entryAt': Uint32Array.from(entries, (entry) => entry.at),
    'names.entryPlace': Uint32Array.from(entries, (entry) => entry.place),
  };
}
