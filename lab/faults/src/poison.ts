// F6: an event that cannot be handled is dead-lettered with its cause, the remaining events flow, and the event is
// handled after a redrive once the cause is fixed.
import { runCommand } from '@switchback/bench/processes';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { Random } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import { onBothBuses } from './buses.js';
import type { Seen } from './fault.js';
import { garble } from './garbled.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { importDrives } from './import-drive.js';
import { checkIndexOf, Oracle } from './oracle.js';
import { settingsOf, startProduct } from './product.js';
import type { BusName, Stage } from './stage.js';

const EVENTS = 1_000;
const POISON_EACH = 100;
const GARBLED_COUNT = 5;
const TRANSACTION = 50;
const WAIT_MS = 60_000;
const LETTERS_MAX = 100;

/** Makes the index's database refuse some documents, as an unfixed defect would. */
const REFUSE_POISON = [
  `create function search.refuse_poison() returns trigger language plpgsql as $$ begin
     if new.title like '%poison%' then raise exception 'This document is poison.'; end if;
     return new;
   end $$`,
  'create trigger poison before insert on search.card for each row execute function search.refuse_poison()',
];
const MEND = 'drop function search.refuse_poison() cascade';

async function poison(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  const first = random.below(POISON_EACH);
  const keys = Array.from({ length: EVENTS }, (_, index) =>
    index % POISON_EACH === first ? `poison-${index}` : `sound-${index}`,
  );
  const poisoned = keys.filter((key) => key.startsWith('poison')).length;
  for (const statement of REFUSE_POISON) await oracle.search.query(statement);
  while (keys.length > 0) await importDrives(oracle, keys.splice(0, TRANSACTION));
  for (let count = 0; count < GARBLED_COUNT; count += 1) await garble(oracle);

  const product = await startProduct(stage, bus);
  await oracle.quiesce([INDEX_GROUP, WITNESS_GROUP]);
  const query = { topic: drivesTopic.name, group: INDEX_GROUP, max: LETTERS_MAX };
  const letters = await oracle.bus.deadLetters(query);
  if (letters.length !== poisoned + GARBLED_COUNT)
    throw new Error(`${letters.length} dead letters, not ${poisoned + GARBLED_COUNT}`);
  const nameless = letters.find(
    ({ cause, attempts }) => attempts < 2 || !/is poison|premature EOF|index out of range/.test(cause),
  );
  if (nameless) throw new Error(`A dead letter after ${nameless.attempts} attempts says: ${nameless.cause}`);
  const figure = await product.figure('consumer_dead_letters');
  if (figure < letters.length) throw new Error(`The product's metrics report ${figure} dead letters`);
  const sound = (await oracle.states()).filter(({ saved }) => !saved?.summary?.title.includes('poison'));
  await checkIndexOf(oracle.index, sound);

  await oracle.search.query(MEND);
  await runCommand(['redrive', '--topic', query.topic, '--group', query.group], settingsOf(stage, bus));
  const left = async () => (await oracle.bus.deadLetters(query)).length;
  await waitUntil('only the unreadable ones to be left', async () => (await left()) === GARBLED_COUNT, WAIT_MS);
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  const detail = `${letters.length} dead letters with their causes, ${letters.length - GARBLED_COUNT} handled after the redrive`;
  return { times: EVENTS, detail };
}

export const poisonCases = onBothBuses({
  fault: 'F6',
  title: 'one poison event in a hundred',
  runs: { postgres: { short: 1, full: 2 }, kafka: { short: 1, full: 2 } },
  run: poison,
});
