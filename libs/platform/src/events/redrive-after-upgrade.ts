import type { EventBus, Subscription } from './bus.js';
import type { TopicName } from './event.js';

/** More than a day's failures of a group are left to the operator, who sees them as waiting dead letters. */
const REDRIVEN_MAX = 10_000;

/** A group of consumers. */
export interface ConsumerGroup extends Pick<Subscription<never>, 'group' | 'build'> {
  topic: TopicName;
}

/**
 * Redelivers the dead letters of other releases to their groups, each once: a rollback leaves events behind that the
 * older release could not apply. Those that fail in this release become its own dead letters, and stay.
 */
export async function redriveAfterUpgrade(
  bus: Pick<EventBus, 'redrive'>,
  subscriptions: readonly ConsumerGroup[],
): Promise<void> {
  for (const { topic, group, build } of subscriptions)
    if (build !== undefined) await bus.redrive({ topic: topic.name, group, max: REDRIVEN_MAX, exceptBuild: build });
}
