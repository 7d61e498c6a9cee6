// The consumers of drive events: the search index, which discards older versions, and a tally, which is correct only
// with an inbox.
import { systemClock } from '@switchback/platform/clock';
import { connectService } from '@switchback/platform/db/database';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { IndexConsumer } from '@switchback/search/consumers/index.consumer';
import { connectSearch, openPostgresIndex } from '@switchback/search/open-index';
import { COUNTING_MODEL, tallyOnce } from '@switchback/testing/bus-fixtures';
import { INDEX_GROUP, TALLY_GROUP } from '../groups.js';
import { DATABASE, openRoleBus, pass, serveUntilStopped } from './role.js';

/** Small, so that a kill has many steps to interrupt. */
const BATCH_SIZE = 8;
/** Dead-letters a failing event after few attempts. */
const RETRY = { attempts: 2, backoffMs: 1 };

const search = await connectSearch(DATABASE);
const tallies = await connectService(DATABASE, 'counting', COUNTING_MODEL);
const index = await openPostgresIndex(search, systemClock);
const indexing = new IndexConsumer(index);
const bus = await openRoleBus();
const common = { topic: drivesTopic, batchSize: BATCH_SIZE, retry: RETRY };
await bus.subscribe({
  ...common,
  group: INDEX_GROUP,
  handler: (events: Event<DriveEvent>[]) => indexing.consume(events),
});
await bus.subscribe({
  ...common,
  group: TALLY_GROUP,
  handler: (events: Event<DriveEvent>[]) => tallyOnce(tallies, events, () => pass('effect.half')),
});
await bus.start();
await serveUntilStopped(async () => {
  await bus.stop();
  await search.destroy();
  await tallies.destroy();
});
