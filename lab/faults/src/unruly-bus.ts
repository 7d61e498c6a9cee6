// F4: events that arrive three times, shuffled and late leave the same state as a clean rebuild.
import { systemClock } from '@switchback/platform/clock';
import { eventOfRow, type EventRow } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import { statesOf } from '@switchback/drives/schema';
import { reindex } from '@switchback/search/reindex';
import type { Random } from '@switchback/testing/random';
import { onBothBuses } from './buses.js';
import type { Seen } from './fault.js';
import { INDEX_GROUP, TALLY_GROUP } from './groups.js';
import { importDrives } from './import-drive.js';
import { Oracle } from './oracle.js';
import type { BusName, Stage } from './stage.js';

const DRIVES = 12;
const WRITES = 120;
const COPIES = 3;
const BATCH_MAX = 12;
const DELAY_MAX_MS = 20;

async function deliverUnruly(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  await stage.startRole('consumer', bus);
  for (let write = 0; write < WRITES; write += 1) await importDrives(oracle, [`d${random.below(DRIVES)}`]);
  const published = await publishUnruly(oracle, random);
  await oracle.quiesce([INDEX_GROUP, TALLY_GROUP]);
  await oracle.checkDatabase();
  await oracle.checkIndex();
  await oracle.checkTally();
  await reindex(oracle.index, statesOf(oracle.drives, systemClock));
  await oracle.checkIndex();
  const detail = `${WRITES} events published ${published} times in all; index and tally match a clean rebuild`;
  return { times: 1, detail };
}

/** Publishes the events in place of the relay. */
async function publishUnruly({ drives, bus }: Oracle, random: Random): Promise<number> {
  const rows = await drives.query<EventRow[]>('select * from outbox order by position');
  const events = random.shuffle(Array.from({ length: COPIES }, () => rows.map(eventOfRow)).flat());
  const count = events.length;
  while (events.length > 0) {
    await bus.publish(drivesTopic, events.splice(0, 1 + random.below(BATCH_MAX)));
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
  }
  await drives.query('delete from outbox');
  return count;
}

export const unrulyBusCases = onBothBuses({
  fault: 'F4',
  title: 'events tripled, reordered and delayed',
  runs: { postgres: { short: 1, full: 20 }, kafka: { short: 1, full: 20 } },
  run: deliverUnruly,
});
