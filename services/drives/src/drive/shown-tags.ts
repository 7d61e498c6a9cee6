import type { Tag } from '@switchback/proto/drives/v1/drive';
import type { DriveTag } from '@switchback/tracks/features/feature-properties';
import type { Drive } from './drive.entity.js';

/** A tag derived from a drive's line, or from its text if it has no length. */
export interface MapTag extends DriveTag {
  /** Length of the line for which it holds. */
  meters?: number;
}

/** Returns the author's tags, then those of the map that the author did not choose. */
export function shownTags({ tags, mapTags }: Pick<Drive, 'tags' | 'mapTags'>): Tag[] {
  const isChosen = ({ category, name }: DriveTag) => tags.some((tag) => tag.category === category && tag.name === name);
  return [...tags, ...mapTags.filter((tag) => !isChosen(tag)).map((tag) => ({ ...tag, source: 'map' }))];
}
