// Aim: the index in Elasticsearch answers like the reference index, on one shard and on several.
import { describe } from '@jest/globals';
import { ELASTICSEARCH_URL, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { describeSearchIndex } from '../search-index.conformance.js';
import { openTestIndex } from './elasticsearch-index.fixture.js';

const isThere = ELASTICSEARCH_URL !== '';

(isThere ? describe : describe.skip)(isThere ? 'On Elasticsearch' : WITHOUT_ELASTICSEARCH, () => {
  describeSearchIndex('ElasticsearchIndex on one shard', () => openTestIndex());
  describeSearchIndex('ElasticsearchIndex on three shards', () => openTestIndex({ shards: 3 }));
});
