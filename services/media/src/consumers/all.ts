// Made by npm run generated from services/media/src/consumers/.
import { DrivesConsumer } from './drives.consumer.js';
import { PeopleConsumer } from './people.consumer.js';

/** Every event consumer of the media service. */
export const CONSUMERS = [
  DrivesConsumer,
  PeopleConsumer,
];
