import type { Tag } from '@switchback/proto/drives/v1/drive';
import type { DriveTag } from '@switchback/tracks/features/feature-properties';
import type { Drive } from './drive.entity.js';

/** Returns the author's tags, then those of the map that the author did not choose. */
export function shownTags({ tags, mapTags }: Pick<Drive, 'tags' | 'mapTags'>): Tag[] {
  const isChosen = ({ category, name }: DriveTag) => tags.some((tag) => tag.category === category && tag.name === name);
  return [...tags, ...mapTags.filter((tag) => !isChosen(tag)).map((tag) => ({ ...tag, source: 'map' }))];
}
