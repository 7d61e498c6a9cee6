// Made by npm run generated from services/moderation/src/consumers/.
import { AnswersConsumer } from './answers.consumer.js';
import { PeopleConsumer } from './people.consumer.js';
import { SubmissionsConsumer } from './submissions.consumer.js';

/** Every event consumer of the moderation service. */
export const CONSUMERS = [
  AnswersConsumer,
  PeopleConsumer,
  SubmissionsConsumer,
];
