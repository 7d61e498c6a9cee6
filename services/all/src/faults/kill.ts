// F1: whoever dies at whatever moment, no acknowledged write is lost, no event is made up, and each has its effect once.
import { systemClock } from '@switchback/platform/clock';
import { type Random, seededRandom } from '@switchback/testing/random';
import type { FaultCase } from './fault.js';
import { garble } from './garbled.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { needsKafka } from './needs.js';
import { Oracle } from './oracle.js';
import type { Step } from './parts/part.js';
import { startProduct } from './product.js';
import type { BusName, PartName, Stage } from './stage.js';
import { Traffic } from './traffic.js';
import { PARTS, tellOf, Works } from './works.js';

const DELAY_MAX_MS = 50;
const PASSAGES_MAX = 5;
const KILLS_EACH_RUN = 10;
const PRODUCT_KILLS_EACH_RUN = 3;
const PRODUCT_WRITES_MAX = 30;
const DIES_WITHIN_MS = 60_000;
const SEEDS = 2 ** 31;

/** Each step at which being killed could lose or repeat something, and whose step it is. */
const STEPS: readonly (readonly [PartName, Step])[] = [
  ['writer', 'write.committed'],
  ['relay', 'relay.taken'],
  ['relay', 'bus.published'],
  ['relay', 'relay.published'],
  ['relay', 'relay.deleted'],
  ['consumer', 'bus.fetched'],
  ['consumer', 'effect.half'],
  ['consumer', 'bus.handled'],
  ['consumer', 'bus.committed'],
  ['consumer', 'bus.dead-lettered'],
];

async function killAtRandom(stage: Stage, random: Random, bus: BusName, victims: readonly PartName[]): Promise<string> {
  const works = await Works.start(stage, bus, random);
  for (let kill = 0; kill < KILLS_EACH_RUN; kill += 1) {
    const victim = random.pick(victims);
    await works.traffic.nextSend();
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await works.partOf(victim).kill();
    await works.oracle.checkDatabase();
    await works.replace(victim);
    await works.traffic.acknowledgements(1);
  }
  await works.check();
  return `${KILLS_EACH_RUN} kills, ${works.tell()}`;
}

/** Each part dies at all its steps one after the other, while the other parts die at theirs. */
async function killAtSteps(stage: Stage, random: Random, bus: BusName): Promise<string> {
  const works = await Works.start(stage, bus, random);
  const seeds = PARTS.map((part) => ({ part, own: seededRandom(random.below(SEEDS)) }));
  await Promise.all(seeds.map(({ part, own }) => killPartAtSteps(works, part, own)));
  await works.check();
  return `${STEPS.length} kills, ${works.tell()}`;
}

async function killPartAtSteps(works: Works, part: PartName, random: Random): Promise<void> {
  const steps = STEPS.filter(([owner]) => owner === part).map(([, step]) => step);
  await works.partOf(part).kill();
  for (const step of random.shuffle(steps)) {
    const doomed = await works.replace(part, { crashAt: step, passage: 1 + random.below(PASSAGES_MAX) });
    const finished = new AbortController();
    const garbling = garbleUntil(works, step === 'bus.dead-lettered', finished.signal);
    const late = systemClock.sleep(DIES_WITHIN_MS, finished.signal).then(() => null);
    const ended = await Promise.race([doomed.ended, late]);
    finished.abort();
    await garbling;
    if (ended?.signal !== 'SIGKILL') throw new Error(`${part} did not come to ${step}: ${doomed.errors}`);
  }
  await works.replace(part);
}

async function garbleUntil(works: Works, isWanted: boolean, signal: AbortSignal): Promise<void> {
  while (isWanted && !signal.aborted) {
    await garble(works.oracle);
    await systemClock.sleep(DELAY_MAX_MS, signal);
  }
}

/** The whole product at once, as `npm start` runs it, while the writer goes on. */
async function killProduct(stage: Stage, random: Random, bus: BusName): Promise<string> {
  const oracle = await Oracle.of(stage, bus);
  const traffic = new Traffic(oracle.ledger, random);
  traffic.through(await stage.startPart('writer', bus));
  traffic.start();
  stage.atEnd(() => traffic.stop());
  for (let kill = 0; kill < PRODUCT_KILLS_EACH_RUN; kill += 1) {
    const { program } = await startProduct(stage, bus);
    await traffic.acknowledgements(1 + random.below(PRODUCT_WRITES_MAX));
    await traffic.nextSend();
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await program.kill();
  }
  await startProduct(stage, bus);
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  return `${PRODUCT_KILLS_EACH_RUN} kills, ${tellOf(oracle)}`;
}

const caseOf = (title: string, short: number, full: number, run: FaultCase['run']): FaultCase => ({
  ...{ fault: 'F1', title, runs: { short, full }, run },
});

function casesOn(bus: BusName, words: string): FaultCase[] {
  // A consumer that dies on Kafka is missed after seconds: for every commit the kills on the other bus must do.
  const short = bus === 'kafka' ? 0 : 1;
  const cases = [
    caseOf(`parts killed at each named step, ${words}`, short, 50, (stage, random) => killAtSteps(stage, random, bus)),
    caseOf(`parts killed at random, ${words}`, short, 10, (stage, random) => killAtRandom(stage, random, bus, PARTS)),
    ...PARTS.map((part) =>
      caseOf(`${part} killed at random, ${words}`, 0, 100, (stage, random) => killAtRandom(stage, random, bus, [part])),
    ),
    caseOf(`whole product killed at random, ${words}`, 1, 50, (stage, random) => killProduct(stage, random, bus)),
  ];
  return bus === 'kafka' ? cases.map((fault) => ({ ...fault, ...needsKafka })) : cases;
}

export const killCases = [...casesOn('postgres', 'PostgreSQL bus'), ...casesOn('kafka', 'Kafka')];
