import { systemClock } from '@switchback/platform/clock';
import { dropIndexes, ELASTICSEARCH_URL, freshIndexPrefix, refreshIndexes } from '@switchback/testing/elasticsearch';
import type { IndexChange } from '../search-index.js';
import { ElasticsearchIndex, type ElasticsearchOptions } from './elasticsearch-index.js';

export interface TestIndex {
  index: ElasticsearchIndex;
  prefix: string;
  /** Makes applied changes searchable at once. */
  refresh: () => Promise<void>;
  /** Closes it and deletes its indexes on the engine. */
  close: () => Promise<void>;
}

/** Opens an adapter on the environment's engine, where none of its indexes exist yet. */
export function openBareIndex(options: Partial<ElasticsearchOptions> = {}): TestIndex {
  const prefix = options.prefix ?? freshIndexPrefix();
  const size = { shards: 1, replicas: 0, refreshMs: 200 };
  const onError = () => undefined;
  const index = new ElasticsearchIndex({
    url: ELASTICSEARCH_URL,
    prefix,
    ...size,
    clock: systemClock,
    onError,
    ...options,
  });
  const close = async () => {
    await index.close();
    await dropIndexes(prefix);
  };
  return { index, prefix, refresh: () => refreshIndexes(prefix), close };
}

/** Opens an empty index, ready to be searched. */
export async function openTestIndex(options: Partial<ElasticsearchOptions> = {}): Promise<TestIndex> {
  const opened = openBareIndex(options);
  await opened.index.rebuild(statesOf([]));
  return opened;
}

/** Yields states for a rebuild, in batches. */
export async function* statesOf(...batches: readonly IndexChange[][]): AsyncGenerator<IndexChange[]> {
  for (const batch of batches) if (batch.length > 0) yield batch;
}
