// Made by npm run generated from services/auth/src/consumers/.
import { EntitlementsConsumer } from './entitlements.consumer.js';

/** Every event consumer of the auth service. */
export const CONSUMERS = [
  EntitlementsConsumer,
];
