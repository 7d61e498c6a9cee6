import type { LatLng } from '@switchback/geo/location';
import type { Tag } from '@switchback/proto/drives/v1/drive';
import type { Drive, MapTag } from '../drive/drive.entity.js';
import { type LineTag, lineTags } from './line-tags.js';
import { wordTags } from './word-tags.js';

/** Version of the derivation; increase it, and a job derives tags and estimated durations of all drives again. */
export const SCENERY_VERSION = 2;

type Texts = Pick<Drive, 'title' | 'description'>;

/** Returns the columns that hold the derived tags of a drive with these tags of its line. */
export function mapTagColumns(measured: readonly LineTag[], texts: Texts): Pick<Drive, 'mapTags' | 'sceneryVersion'> {
  return { mapTags: deriveTags(measured, texts), sceneryVersion: SCENERY_VERSION };
}

/** Returns the tags of a drive's line as stored, which takes no time; null if another release derived them. */
export function storedLineTags({
  mapTags,
  sceneryVersion,
}: Pick<Drive, 'mapTags' | 'sceneryVersion'>): LineTag[] | null {
  if (sceneryVersion !== SCENERY_VERSION) return null;
  return mapTags.flatMap(({ meters, ...tag }) => (meters === undefined ? [] : [{ ...tag, meters }]));
}

/** Returns the tags that follow from a line before it has a text. */
export function suggestedTags(line: readonly LatLng[]): Tag[] {
  return lineTags(line).map((tag) => ({ ...tag, source: 'map' }));
}

/** Returns the tags of the line, then those that only the text names. */
export function deriveTags(measured: readonly LineTag[], { title, description }: Texts): MapTag[] {
  const named = wordTags(title, description).filter(({ name }) => !measured.some((tag) => tag.name === name));
  return [...measured, ...named];
}
