import type { estypes } from '@elastic/elasticsearch';
import { columnOf, documentFields, LINE_BANDS, VALUE_NAMES } from '../../document.js';

type Properties = Record<string, estypes.MappingProperty>;

const KEYWORD = { type: 'keyword' } as const;
/** Found by, never sorted by nor answered. */
const FOUND_BY = { type: 'keyword', doc_values: false } as const;
const NUMBER = { type: 'double' } as const;
/** Answered alone: read as they are, where stored fields are unpacked by the block. */
const ANSWERED = { type: 'binary', doc_values: true } as const;

/**
 * Field names are those of the columns in PostgreSQL. Texts are cut into words and folded before they come here, by the same
 * code for every adapter, so that no analyzer is needed. What is not named is refused.
 */
export const PROPERTIES: Properties = {
  id: KEYWORD,
  // What is left of a deleted drive: nothing older may bring it back.
  is_deleted: { type: 'boolean', doc_values: false },
  is_public: { type: 'boolean', doc_values: false },
  owner_id: FOUND_BY,
  viewers: FOUND_BY,
  // Only for the release before, which reads and writes it.
  shared_with: FOUND_BY,
  tags: FOUND_BY,
  country_ids: { type: 'integer', doc_values: false },
  state_ids: { type: 'integer', doc_values: false },
  ...fields(VALUE_NAMES.map(columnOf), NUMBER),
  // Where the route runs: the box around it, and points so close that it is never far from one.
  lngs: { type: 'double_range' },
  lats: { type: 'double_range' },
  track: { type: 'geo_point', index: false },
  is_untracked: { type: 'boolean', doc_values: false },
  lng: NUMBER,
  lat: NUMBER,
  // Where distances are measured from, in the engine's own rounding and exactly.
  start: { type: 'geo_point' },
  start_lng: { type: 'double', index: false },
  start_lat: { type: 'double', index: false },
  ...fields(['words', 'long_words', 'short_words'], FOUND_BY),
  ...fields(['title_words', 'title_long_words', 'title_short_words'], FOUND_BY),
  ...fields(['title_long_starts', 'title_short_starts'], FOUND_BY),
  title_key: KEYWORD,
  hash: { type: 'keyword', index: false },
  ...fields(['title', 'summary', 'path', 'pieces', ...LINE_BANDS.map((_, band) => `line_${band}`)], ANSWERED),
};

const FIELDS = documentFields(Object.keys(PROPERTIES));

export const MAPPINGS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  // Everything is found by its field or stored as one; the documents themselves are of no use, and half the size.
  _source: { enabled: false },
  _meta: { fields: FIELDS },
  properties: PROPERTIES,
};

/** Whether a release that knew fewer fields filled an index with such a mapping. */
export function lacksFields({ _meta }: Pick<estypes.MappingTypeMapping, '_meta'>): boolean {
  const present = new Set(_meta?.['fields'] as string[] | undefined);
  return FIELDS.some((field) => !present.has(field));
}

export interface IndexSize {
  shards: number;
  replicas: number;
  /** How soon after a write a search finds it. */
  refreshMs: number;
}

/** While it is filled: nobody searches it, and it is copied once it is whole. */
export function settingsToFill({ shards }: IndexSize): estypes.IndicesIndexSettings {
  return { number_of_shards: shards, number_of_replicas: 0, refresh_interval: -1 };
}

export function settingsToServe({ replicas, refreshMs }: IndexSize): estypes.IndicesIndexSettings {
  return { number_of_replicas: replicas, refresh_interval: `${refreshMs}ms` };
}

function fields(names: readonly string[], property: estypes.MappingProperty): Properties {
  return Object.fromEntries(names.map((name) => [name, property]));
}
