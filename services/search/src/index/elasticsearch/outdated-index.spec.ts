// Aim: an index in Elasticsearch of an older release gets the new fields by itself, and answers meanwhile.
import { describe } from '@jest/globals';
import { Client } from '@elastic/elasticsearch';
import { ELASTICSEARCH_URL, WITHOUT_ELASTICSEARCH } from '@switchback/testing/elasticsearch';
import { runSeed } from '@switchback/testing/random';
import { describeOutdatedIndex, without } from '../outdated-index.conformance.js';
import type { IndexChange } from '../search-index.js';
import { openBareIndex } from './elasticsearch-index.fixture.js';
import { MAPPINGS, PROPERTIES } from './mapping.js';
import { indexName, namesOf } from './names.js';
import { storedDocument } from './stored-document.js';

const seed = runSeed();
const isThere = ELASTICSEARCH_URL !== '';

/** Opens the index of a release without viewers. */
async function openOlderIndex(changes: readonly IndexChange[]) {
  const opened = openBareIndex();
  const client = new Client({ node: ELASTICSEARCH_URL });
  const names = namesOf(opened.prefix);
  const index = indexName(names, new Date(0));
  const mappings = { ...MAPPINGS, _meta: {}, properties: without(PROPERTIES, 'viewers') as typeof PROPERTIES };
  await client.indices.create({ index, aliases: { [names.live]: { is_write_index: true } }, mappings });
  const operations = changes.flatMap((change) => {
    const { id, version } = change;
    return [
      { index: { _index: names.live, _id: id, version, version_type: 'external' as const } },
      without(storedDocument(change), 'viewers'),
    ];
  });
  await client.bulk({ operations, refresh: true });
  await client.close();
  return opened;
}

(isThere ? describe : describe.skip)(isThere ? `an outdated index (SEED=${seed})` : WITHOUT_ELASTICSEARCH, () => {
  describeOutdatedIndex(seed, openOlderIndex);
});
