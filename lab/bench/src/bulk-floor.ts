import { changeOf } from '@switchback/search/document';
import { MAPPINGS, settingsToFill } from '@switchback/search/index/elasticsearch/mapping';
import { storedDocument } from '@switchback/search/index/elasticsearch/stored-document';
import type { DriveStates } from '@switchback/drives/schema';
import type { BenchElasticsearch } from './engine.js';
import { requireSame } from './timing.js';

const INDEX = 'floor';
const BATCH = 500;
const SIZE = { shards: 1, replicas: 0, refreshMs: 200 };

/** Builds the `_bulk` lines of all drives, in batches, before anything is timed. */
export async function bulkBatches(states: DriveStates): Promise<string[][]> {
  const batches: string[][] = [];
  let pageToken = '';
  do {
    const page = await states.listStates({ pageToken, limit: BATCH, ids: [] });
    const lines = page.states.flatMap((state) => [
      JSON.stringify({ index: { _id: state.id } }),
      JSON.stringify(storedDocument(changeOf(state))),
    ]);
    // The last page is empty if every earlier page was full.
    if (lines.length > 0) batches.push(lines);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return batches;
}

/** Loads the batches into an index with the same mapping and refreshes it. */
export async function bulkIn(engine: BenchElasticsearch, batches: readonly string[][]): Promise<void> {
  await engine.ask('PUT', INDEX, [JSON.stringify({ mappings: MAPPINGS, settings: settingsToFill(SIZE) })]);
  for (const lines of batches) {
    const { errors } = (await engine.ask('POST', `${INDEX}/_bulk`, lines)) as { errors: boolean };
    requireSame(errors, false, 'the errors of _bulk');
  }
  await engine.ask('POST', `${INDEX}/_refresh`);
}

export async function dropFloor(engine: BenchElasticsearch): Promise<void> {
  await engine.ask('DELETE', `${INDEX}?ignore_unavailable=true`);
}
