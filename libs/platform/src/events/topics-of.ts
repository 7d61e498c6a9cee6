import type { ServiceName } from '../services.js';
import type { TopicName } from './event.js';
import * as topics from './topics.js';

/** Returns the topics that a service publishes, through its own outbox: their names begin with its name. */
export function topicsOf(service: ServiceName): TopicName[] {
  return Object.values(topics).filter(({ name }) => name.startsWith(`${service}.`));
}
