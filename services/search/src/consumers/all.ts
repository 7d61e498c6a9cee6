// Made by npm run generated from services/search/src/consumers/.
import { IndexConsumer } from './index.consumer.js';

/** Every event consumer of the search service. */
export const CONSUMERS = [
  IndexConsumer,
];
