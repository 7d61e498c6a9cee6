// Made by npm run generated from services/billing/src/consumers/.
import { AccountsConsumer } from './accounts.consumer.js';

/** Every event consumer of the billing service. */
export const CONSUMERS = [
  AccountsConsumer,
];
