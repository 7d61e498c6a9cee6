// Made by npm run generated from services/users/src/consumers/.
import { AccountsConsumer } from './accounts.consumer.js';
import { ContactConsumer } from './contact.consumer.js';
import { DecisionsConsumer } from './decisions.consumer.js';
import { FactsConsumer } from './facts.consumer.js';
import { HelpfulConsumer } from './helpful.consumer.js';

/** Every event consumer of the users service. */
export const CONSUMERS = [
  AccountsConsumer,
  ContactConsumer,
  DecisionsConsumer,
  FactsConsumer,
  HelpfulConsumer,
];
