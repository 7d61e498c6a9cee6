import { systemClock } from '@switchback/platform/clock';
import { dropIndexes, ELASTICSEARCH_URL, freshIndexPrefix, refreshIndexes } from '@switchback/testing/elasticsearch';
import type { IndexChange } from '../search-index.js';
import { ElasticsearchIndex, type ElasticsearchOptions } from './elasticsearch-index.js';

export interface TestIndex {
  index: ElasticsearchIndex;
  prefix: string;
  /** Makes what was applied findable at once. */
  refresh: () => Promise<void>;
  /** Closes it and deletes what it left on the engine. */
  close: () => Promise<void>;
}

/** An index with nothing made for it yet, on the engine of the environment. */
export function openBareIndex(options: Partial<ElasticsearchOptions> = {}): TestIndex {
  const prefix = options.prefix ?? freshIndexPrefix();
  const size = { shards: 1, replicas: 0, refreshMs: 200 };
  const onError = () => undefined;
  const index = new ElasticsearchIndex({
    ...{ url: ELASTICSEARCH_URL, prefix, ...size, clock: systemClock, onError },
    ...options,
  });
  const close = async () => {
    await index.close();
    await dropIndexes(prefix);
  };
  return { index, prefix, refresh: () => refreshIndexes(prefix), close };
}

/** An empty index, ready to be searched. */
export async function openTestIndex(options: Partial<ElasticsearchOptions> = {}): Promise<TestIndex> {
  const opened = openBareIndex(options);
  await opened.index.rebuild(statesOf([]));
  return opened;
}

/** What a rebuild reads, in batches. */
export async function* statesOf(...batches: readonly IndexChange[][]): AsyncGenerator<IndexChange[]> {
  for (const batch of batches) if (batch.length > 0) yield batch;
}
