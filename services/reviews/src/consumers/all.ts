// Made by npm run generated from services/reviews/src/consumers/.
import { AccountsConsumer } from './accounts.consumer.js';
import { DrivesConsumer } from './drives.consumer.js';
import { PeopleConsumer } from './people.consumer.js';

/** Every event consumer of the reviews service. */
export const CONSUMERS = [
  AccountsConsumer,
  DrivesConsumer,
  PeopleConsumer,
];
