import { TAG_CATEGORIES } from '@switchback/contracts/rules/drives';
import { word } from '@switchback/platform/wire/values';
import type { Drive, MapTag } from '../drive/drive.entity.js';
import { type FactsOfLine, NOT_DERIVED } from '../roads/line-facts.js';
import { wordTags } from './word-tags.js';

/** Increase it when other tags follow from a text, and a job derives those of all drives again. */
const WORDS_VERSION = 1;

type Texts = Pick<Drive, 'title' | 'description'>;
type TagColumns = Pick<Drive, 'mapTags' | 'sceneryVersion'>;

/**
 * Returns the version that drives store for tags of a line of a version, which increases with either derivation.
 * @param version of the roads service.
 */
export function sceneryVersionOf(version: number): number {
  return version === NOT_DERIVED ? NOT_DERIVED : version + WORDS_VERSION;
}

/** Returns the columns that hold the derived tags of a drive with this scenery along its line. */
export function mapTagColumns({ tags, version }: FactsOfLine['scenery'], texts: Texts): TagColumns {
  const measured = tags.map(({ category, ...tag }) => ({ category: word(TAG_CATEGORIES, category), ...tag }));
  return { mapTags: deriveTags(measured, texts), sceneryVersion: sceneryVersionOf(version) };
}

/** Returns the same columns for other texts of a drive whose line is unchanged. */
export function retaggedColumns({ mapTags, sceneryVersion }: TagColumns, texts: Texts): TagColumns {
  const measured = mapTags.filter(({ meters }) => meters !== undefined);
  return { mapTags: deriveTags(measured, texts), sceneryVersion };
}

/** Returns the tags of the line, then those that only the text names. */
export function deriveTags(measured: readonly MapTag[], { title, description }: Texts): MapTag[] {
  const named = wordTags(title, description).filter(({ name }) => !measured.some((tag) => tag.name === name));
  return [...measured, ...named];
}
