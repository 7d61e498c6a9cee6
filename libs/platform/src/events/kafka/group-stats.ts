import type { Admin } from 'kafkajs';
import type { Clock } from '../../clock.js';
import type { GroupStats } from '../bus.js';
import type { KafkaNames } from './names.js';

const MAX_GROUPS = 100;
/** Bounds of the binary search for the oldest event's age, on a logarithmic scale: 1 ms and about a year. */
const [MIN_AGE_MS, MAX_AGE_MS] = [1, 3.2e10];
/** Leaves an error of 0.6 %. */
const AGE_STEPS = 12;

export type GroupName = Pick<GroupStats, 'topic' | 'group'>;

interface Backlog {
  topic: string;
  /** Partition → offset of the next event to handle. */
  positions: Map<number, number>;
  lag: number;
}

/** Returns the progress of the given groups and of every other group known to the cluster. */
export async function groupStats(
  admin: Admin,
  names: KafkaNames,
  own: GroupName[],
  clock: Clock,
): Promise<GroupStats[]> {
  const topics = new Set(await admin.listTopics());
  const { groups } = await admin.listGroups();
  const found = groups.flatMap(({ groupId }) => names.parseGroup(groupId) ?? []);
  const all = new Map([...own, ...found].map((name) => [names.group(name.topic, name.group), name]));
  const existing = [...all.values()].filter(({ topic, group }) => topics.has(names.deadLetters(topic, group)));
  const stats = await Promise.all(existing.slice(0, MAX_GROUPS).map((name) => statsOf(admin, names, name, clock)));
  return stats.sort((a, b) => (a.topic + a.group < b.topic + b.group ? -1 : 1));
}

async function statsOf(admin: Admin, names: KafkaNames, name: GroupName, clock: Clock): Promise<GroupStats> {
  const { topic, group } = name;
  const topics = [names.topic(topic), names.redrives(topic, group)];
  const [committed, letters] = await Promise.all([
    admin.fetchOffsets({ groupId: names.group(topic, group), topics }),
    admin.fetchTopicOffsets(names.deadLetters(topic, group)),
  ]);
  const backlogs = await Promise.all(committed.map(({ topic: of, partitions }) => backlogOf(admin, of, partitions)));
  return {
    ...name,
    lag: backlogs.reduce((sum, { lag }) => sum + lag, 0),
    oldestAgeMs: await oldestAgeMs(admin, backlogs, clock),
    deadLetters: letters.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0),
  };
}

async function backlogOf(
  admin: Admin,
  topic: string,
  committed: { partition: number; offset: string }[],
): Promise<Backlog> {
  const bounds = await admin.fetchTopicOffsets(topic);
  const positions = new Map<number, number>();
  let lag = 0;
  for (const { partition, low, high } of bounds) {
    const kept = Number(committed.find((entry) => entry.partition === partition)?.offset ?? -1);
    // A group is at -1 before its first commit, and events that it did not reach in time may have been deleted.
    const position = Math.max(kept, Number(low));
    if (position >= Number(high)) continue;
    positions.set(partition, position);
    lag += Number(high) - position;
  }
  return { topic, positions, lag };
}

/**
 * Kafka looks up the first offset since a given time, but not the time of an offset, so a binary search finds the time.
 */
async function oldestAgeMs(admin: Admin, backlogs: Backlog[], clock: Clock): Promise<number> {
  const behind = backlogs.filter(({ lag }) => lag > 0);
  if (behind.length === 0) return 0;
  let [atLeast, below] = [Math.log(MIN_AGE_MS), Math.log(MAX_AGE_MS)];
  const nowMs = clock.now().getTime();
  for (let step = 0; step < AGE_STEPS; step += 1) {
    const middle = (atLeast + below) / 2;
    if (await isOlderThan(admin, behind, nowMs - Math.exp(middle))) atLeast = middle;
    else below = middle;
  }
  return Math.exp(atLeast);
}

async function isOlderThan(admin: Admin, backlogs: Backlog[], timeMs: number): Promise<boolean> {
  for (const { topic, positions } of backlogs) {
    const firsts = await admin.fetchTopicOffsetsByTimestamp(topic, Math.floor(timeMs));
    if (firsts.some(({ partition, offset }) => Number(offset) > (positions.get(partition) ?? Infinity))) return true;
  }
  return false;
}
