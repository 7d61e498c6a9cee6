import type { Service } from '@switchback/platform/process/service';
import { ReviewsServiceDefinition } from '@switchback/proto/reviews/v1/service';
import { ReviewsModule } from './reviews.module.js';
import { reviewsSchema } from './schema.js';

/** Definition of the reviews service. */
export const reviews = {
  name: 'reviews',
  definition: ReviewsServiceDefinition,
  module: ReviewsModule,
  schema: reviewsSchema,
} satisfies Service;
