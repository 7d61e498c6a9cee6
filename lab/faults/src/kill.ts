// F1: whichever process is killed at whatever moment, no acknowledged write is lost, no event is invented, and each
// takes effect once.
import { systemClock } from '@switchback/platform/clock';
import { type Random, seededRandom } from '@switchback/testing/random';
import { onBothBuses } from './buses.js';
import type { FaultCase, Seen } from './fault.js';
import { garble } from './garbled.js';
import { INDEX_GROUP, WITNESS_GROUP } from './groups.js';
import { Oracle } from './oracle.js';
import type { Step } from './roles/role.js';
import { startProduct } from './product.js';
import { commonSettings, Instance } from './split.js';
import type { BusName, Role, Stage } from './stage.js';
import { Traffic } from './traffic.js';
import { ROLES, summaryOf, Works } from './works.js';

const DELAY_MAX_MS = 50;
const PASSAGES_MAX = 5;
const KILLS_EACH_PART = { short: 4, full: 20 };
const PRODUCT_KILLS = { short: 1, full: 3 };
const PROCESS_KILLS = 5;
const PRODUCT_WRITES_MAX = 30;
const DIES_WITHIN_MS = 120_000;
const SEEDS = 2 ** 31;

/** Each step at which a kill could lose or repeat work, and the process that performs it. */
const STEPS: readonly (readonly [Role, Step])[] = [
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

/** Kills each process repeatedly at random moments, independently of the other processes. */
async function killAtRandom(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const works = await Works.start(stage, bus, random);
  const kills = stage.isShort ? KILLS_EACH_PART.short : KILLS_EACH_PART.full;
  const seeds = ROLES.map((role) => ({ role, own: seededRandom(random.below(SEEDS)) }));
  await Promise.all(seeds.map(({ role, own }) => killRoleAtRandom(works, role, own, kills)));
  await works.check();
  return { times: ROLES.length * kills, detail: `${kills} kills of each of ${ROLES.join(', ')}; ${works.summary()}` };
}

async function killRoleAtRandom(works: Works, role: Role, random: Random, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill += 1) {
    await works.traffic.nextSend();
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await works.programOf(role).kill();
    await works.replace(role);
    await works.traffic.acknowledgements(1);
  }
}

/** Kills each process at each of its steps in turn, while the other processes are killed at theirs. */
async function killAtSteps(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const works = await Works.start(stage, bus, random);
  const seeds = ROLES.map((role) => ({ role, own: seededRandom(random.below(SEEDS)) }));
  await Promise.all(seeds.map(({ role, own }) => killRoleAtSteps(works, role, own)));
  await works.check();
  return { times: STEPS.length, detail: `each of ${STEPS.length} steps; ${works.summary()}` };
}

async function killRoleAtSteps(works: Works, role: Role, random: Random): Promise<void> {
  const steps = STEPS.filter(([owner]) => owner === role).map(([, step]) => step);
  await works.programOf(role).kill();
  for (const step of random.shuffle(steps)) {
    const doomed = await works.replace(role, { crashAt: step, passage: 1 + random.below(PASSAGES_MAX) });
    const finished = new AbortController();
    const garbling = garbleUntil(works, step === 'bus.dead-lettered', finished.signal);
    const late = systemClock.sleep(DIES_WITHIN_MS, finished.signal).then(() => null);
    const ended = await Promise.race([doomed.ended, late]);
    finished.abort();
    await garbling;
    if (ended?.signal !== 'SIGKILL') throw new Error(`${role} did not reach ${step}: ${doomed.errors}`);
  }
  await works.replace(role);
}

async function garbleUntil(works: Works, isWanted: boolean, signal: AbortSignal): Promise<void> {
  while (isWanted && !signal.aborted) {
    await garble(works.oracle);
    await systemClock.sleep(DELAY_MAX_MS, signal);
  }
}

/** Kills the whole product, as `npm start` runs it, while the writer continues. */
async function killProduct(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  const { traffic } = await Traffic.on(stage, bus, oracle.writeLog, random);
  const kills = stage.isShort ? PRODUCT_KILLS.short : PRODUCT_KILLS.full;
  for (let kill = 0; kill < kills; kill += 1) {
    const { program } = await startProduct(stage, bus);
    await traffic.acknowledgements(1 + random.below(PRODUCT_WRITES_MAX));
    await traffic.nextSend();
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await program.kill();
  }
  await startProduct(stage, bus);
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  return { times: kills, detail: summaryOf(oracle) };
}

/** Kills drives and search, as separate processes, each at random moments, while the writer continues. */
async function killApart(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  const { traffic } = await Traffic.on(stage, bus, oracle.writeLog, random);
  const common = commonSettings();
  const drives = await Instance.start(stage, bus, 'drives', common);
  const search = await Instance.start(stage, bus, 'search', { ...common, DRIVES_ADDRESS: drives.address });
  const seeds = [drives, search].map((instance) => ({ instance, own: seededRandom(random.below(SEEDS)) }));
  await Promise.all(seeds.map(({ instance, own }) => killInstance(instance, traffic, own)));
  await traffic.stop();
  await oracle.checkAll([INDEX_GROUP, WITNESS_GROUP]);
  return { times: seeds.length * PROCESS_KILLS, detail: `${PROCESS_KILLS} kills of each; ${summaryOf(oracle)}` };
}

async function killInstance(instance: Instance, traffic: Traffic, random: Random): Promise<void> {
  for (let kill = 0; kill < PROCESS_KILLS; kill += 1) {
    await traffic.acknowledgements(1 + random.below(PRODUCT_WRITES_MAX));
    await traffic.nextSend();
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await instance.killAndStart();
  }
}

/**
 * Adds up to a thousand random kills of each process, and fifty at each of its steps. Kafka detects a dead consumer only
 * after seconds, so the run for every commit has only the random kills there.
 */
export const killCases: readonly FaultCase[] = [
  ...onBothBuses({
    fault: 'F1',
    title: 'writer, relay and consumers killed at each crash point',
    runs: { postgres: { short: 1, full: 30 }, kafka: { short: 0, full: 20 } },
    run: killAtSteps,
  }),
  ...onBothBuses({
    fault: 'F1',
    title: 'writer, relay and consumers killed at random',
    runs: { postgres: { short: 1, full: 30 }, kafka: { short: 1, full: 20 } },
    run: killAtRandom,
  }),
  ...onBothBuses({
    fault: 'F1',
    title: 'whole product killed at random',
    runs: { postgres: { short: 1, full: 10 }, kafka: { short: 0, full: 10 } },
    run: killProduct,
  }),
  ...onBothBuses({
    fault: 'F1',
    title: 'processes of drives and search killed at random',
    runs: { postgres: { short: 0, full: 10 }, kafka: { short: 0, full: 5 } },
    run: killApart,
  }),
];
