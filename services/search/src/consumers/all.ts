// Made by npm run generated from services/search/src/consumers/.
import { ActivityConsumer } from './activity.consumer.js';
import { IndexConsumer } from './index.consumer.js';

/** Every event consumer of the search service. */
export const CONSUMERS = [
  ActivityConsumer,
  IndexConsumer,
];
