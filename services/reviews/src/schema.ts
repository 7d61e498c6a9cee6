import { connectService, type DatabaseSettings, type ServiceModel } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { Author } from './author.entity.js';
import { CreateReviews1795910400000 } from './migrations/1795910400000-create-reviews.js';
import { HideReviews1795996800000 } from './migrations/1795996800000-hide-reviews.js';
import { AddTombstones1796300000000 } from './migrations/1796300000000-add-tombstones.js';
import { Rating } from './rating.entity.js';
import { Helpful, Review } from './review.entity.js';

export const reviewsSchema: ServiceModel = {
  entities: [Author, Helpful, Rating, Review],
  migrations: [CreateReviews1795910400000, HideReviews1795996800000, AddTombstones1796300000000],
};

/** Connects to the service's own schema, brought up to date. The caller closes the connection with `destroy`. */
export function connectReviews(database: DatabaseSettings): Promise<DataSource> {
  return connectService(database, 'reviews', reviewsSchema);
}
