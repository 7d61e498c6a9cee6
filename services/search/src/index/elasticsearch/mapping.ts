import type { estypes } from '@elastic/elasticsearch';
import { columnOf, documentFields, LINE_BANDS, VALUE_NAMES } from '../../document.js';

type Properties = Record<string, estypes.MappingProperty>;

const KEYWORD = { type: 'keyword' } as const;
/** For filtering only, never sorted by or returned. */
const FOUND_BY = { type: 'keyword', doc_values: false } as const;
const NUMBER = { type: 'double' } as const;
/** For returning only: read directly, whereas stored fields are decompressed in blocks. */
const ANSWERED = { type: 'binary', doc_values: true } as const;

/**
 * Field names match the columns in PostgreSQL. Texts are split into words and folded before they are stored, by the
 * same code for every adapter, so that no analyzer is needed. Refuses unknown fields.
 */
export const PROPERTIES: Properties = {
  id: KEYWORD,
  // Tombstone of a deleted drive: no older event may restore it.
  is_deleted: { type: 'boolean', doc_values: false },
  is_public: { type: 'boolean', doc_values: false },
  owner_id: FOUND_BY,
  viewers: FOUND_BY,
  // Only for the previous release, which reads and writes it.
  shared_with: FOUND_BY,
  tags: FOUND_BY,
  country_ids: { type: 'integer', doc_values: false },
  state_ids: { type: 'integer', doc_values: false },
  ...fields(VALUE_NAMES.map(columnOf), NUMBER),
  // Extent of the route: the box around it, and points so close together that one of them is always near.
  lngs: { type: 'double_range' },
  lats: { type: 'double_range' },
  track: { type: 'geo_point', index: false },
  is_untracked: { type: 'boolean', doc_values: false },
  lng: NUMBER,
  lat: NUMBER,
  // Origin of distances, as rounded by the engine and exact.
  start: { type: 'geo_point' },
  start_lng: { type: 'double', index: false },
  start_lat: { type: 'double', index: false },
  ...fields(['words', 'long_words', 'short_words'], FOUND_BY),
  ...fields(['title_words', 'title_long_words', 'title_short_words'], FOUND_BY),
  ...fields(['title_long_starts', 'title_short_starts'], FOUND_BY),
  ...fields(['place_words', 'title_terms'], FOUND_BY),
  title_key: KEYWORD,
  hash: { type: 'keyword', index: false },
  approximate: { type: 'boolean', index: false },
  ...fields(['title', 'summary', 'path', 'pieces', ...LINE_BANDS.map((_, band) => `line_${band}`)], ANSWERED),
};

const FIELDS = documentFields(Object.keys(PROPERTIES));

export const MAPPINGS: estypes.MappingTypeMapping = {
  dynamic: 'strict',
  // Every field is indexed or has doc values; the source is not needed and would be half of the size.
  _source: { enabled: false },
  _meta: { fields: FIELDS },
  properties: PROPERTIES,
};

/** Returns whether an index with such a mapping was filled by a release that knew fewer fields. */
export function lacksFields({ _meta }: Pick<estypes.MappingTypeMapping, '_meta'>): boolean {
  const current = new Set(_meta?.['fields'] as string[] | undefined);
  return FIELDS.some((field) => !current.has(field));
}

export interface IndexSize {
  shards: number;
  replicas: number;
  /** Delay until a write becomes searchable. */
  refreshMs: number;
}

/** Settings while the index is filled: it is not searched yet, and replicas are copied once it is complete. */
export function settingsToFill({ shards }: IndexSize): estypes.IndicesIndexSettings {
  return { number_of_shards: shards, number_of_replicas: 0, refresh_interval: -1 };
}

export function settingsToServe({ replicas, refreshMs }: IndexSize): estypes.IndicesIndexSettings {
  return { number_of_replicas: replicas, refresh_interval: `${refreshMs}ms` };
}

function fields(names: readonly string[], property: estypes.MappingProperty): Properties {
  return Object.fromEntries(names.map((name) => [name, property]));
}
