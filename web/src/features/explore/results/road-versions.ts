import { useMemo } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { commonTags } from '../../../lib/drives/drive-tags.js';
import { roadName, stateOf, type Titled } from '../../../lib/drives/road-name.js';
import type { DriveSearch } from './use-drive-search.js';

type Versioned = Titled & Pick<DriveCardData, 'id'>;

/** A road in a list: its drive, and the drives of its sections in single states, which the list leaves out. */
export interface Road<Drive extends Versioned> {
  drive: Drive;
  sections: readonly Drive[];
}

/**
 * Folds the sections of a road into one entry, at the position of the first of them. The whole road represents them if
 * it is in the list, otherwise the first section does.
 */
export function foldVersions<Drive extends Versioned>(drives: readonly Drive[]): Road<Drive>[] {
  const roads = new Map<string, Drive[]>();
  for (const drive of drives) {
    const name = roadName(drive).toLowerCase();
    const known = roads.get(name);
    // Two whole roads of one name are different roads.
    const isTwin = stateOf(drive) === null && known?.some((other) => stateOf(other) === null);
    if (known === undefined || isTwin) roads.set(isTwin ? drive.id : name, [drive]);
    else known.push(drive);
  }
  return [...roads.values()].map((versions) => {
    const drive = versions.find((version) => stateOf(version) === null) ?? versions[0]!;
    return { drive, sections: versions.filter((version) => version !== drive) };
  });
}

export interface FoldedSearch extends DriveSearch {
  /** The sections that a drive's card stands for, by the drive's id. */
  sections: ReadonlyMap<string, readonly DriveCardData[]>;
  /** Names of tags that most of the drives have. */
  common: ReadonlySet<string>;
}

/** Returns the search with one drive for each road; its count remains that of all drives. */
export function useFoldedSearch(search: DriveSearch): FoldedSearch {
  const { drives } = search;
  const folded = useMemo(() => {
    const roads = foldVersions(drives);
    return {
      drives: roads.map(({ drive }) => drive),
      sections: new Map(roads.map((road) => [road.drive.id, road.sections])),
      common: commonTags(drives),
    };
  }, [drives]);
  return { ...search, ...folded };
}
