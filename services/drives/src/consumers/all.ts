// Made by npm run generated from services/drives/src/consumers/.
import { AccountsConsumer } from './accounts.consumer.js';
import { CardsConsumer } from './cards.consumer.js';
import { OwnersConsumer } from './owners.consumer.js';
import { PhotosConsumer } from './photos.consumer.js';
import { PopularityConsumer } from './popularity.consumer.js';
import { RatingsConsumer } from './ratings.consumer.js';

/** Every event consumer of the drives service. */
export const CONSUMERS = [
  AccountsConsumer,
  CardsConsumer,
  OwnersConsumer,
  PhotosConsumer,
  PopularityConsumer,
  RatingsConsumer,
];
