import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { Author } from './author.entity.js';
import { MIGRATIONS } from './migrations/all.js';
import { Rating } from './rating.entity.js';
import { Helpful, Review } from './review.entity.js';

export const reviewsSchema: ServiceModel = {
  entities: [Author, Helpful, Rating, Review],
  migrations: MIGRATIONS,
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectReviews(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'reviews', reviewsSchema);
}
