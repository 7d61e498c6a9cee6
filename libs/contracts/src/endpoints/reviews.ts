import { z } from 'zod';
import { userSummary } from '../resources/user.js';
import { LIMITS } from '../rules/limits.js';
import { REVIEW_SORTS } from '../rules/reviews.js';
import { endpoint } from './endpoint.js';
import { bookmarkValue, choiceValue } from './query-values.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Reviews';
const ofDrive = z.object({ id: text(64, 1) });
const ofReview = z.object({ id: text(64, 1), reviewId: text(64, 1) });
const rating = z.number().min(0).max(LIMITS.ratingMax);

const stars = z
  .number()
  .min(0)
  .max(LIMITS.starsMax)
  .multipleOf(0.5, { error: 'Must be a multiple of 0.5.' })
  .meta({ description: '0.5 to 5 in steps of 0.5; 0 means no rating.' });

export const review = z
  .object({
    id: z.string(),
    user: z.string().nullable().meta({ description: 'Null once the account is deleted.' }),
    author: userSummary.nullable(),
    driveId: z.string(),
    highlight: z.string(),
    description: z.string(),
    starRating: z.number().nullable(),
    intensityRating: z.number().nullable(),
    roadQualityRating: z.number().nullable(),
    trafficRating: z.number().nullable(),
    usefulCount: z.array(z.string()).meta({ description: 'Ids of users who found the review helpful.' }),
    created: z.string().meta({ description: 'ISO 8601, UTC.' }),
    edited: z.string().nullable(),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;

export const reviewForm = z
  .object({
    highlight: text(LIMITS.reviewHighlightMax).nullish(),
    description: text(LIMITS.reviewDescriptionMax).nullish(),
    starRating: stars.nullish(),
    intensityRating: rating.nullish(),
    roadQualityRating: rating.nullish(),
    trafficRating: rating.nullish(),
  })
  .meta({
    id: 'ReviewForm',
    description: 'The whole review; an omitted field has no value.',
    example: { highlight: 'Best before nine', description: 'Empty at dawn.', starRating: 4.5, intensityRating: 6 },
  });
export type ReviewForm = z.input<typeof reviewForm>;

const whole = z.object({ review }).meta({ id: 'ReviewAnswer' });
const written = z.object({ token, review: reviewForm });

export const driveReviews = endpoint('driveReviews', 'GET /api/drives/drive/{id}/reviews', {
  summary: 'List the reviews of a published drive, 25 per page',
  tag,
  params: ofDrive,
  query: z.object({
    sort: choiceValue('Sort order; newer reviews first on ties.', REVIEW_SORTS, 'mostUseful'),
    bookmark: bookmarkValue('page'),
    expand: choiceValue('`true` adds `items`.', ['true', 'false'] as const, 'true'),
  }),
  answer: z
    .object({
      reviews: z.array(z.string()),
      items: z.array(review).optional(),
      bookmark: z.string().nullable(),
      stars: z.array(z.number().int()).meta({ description: 'Number of reviews with 1, 2, 3, 4 and 5 stars.' }),
      mine: z.string().nullable().meta({ description: "Id of the caller's own review." }),
    })
    .meta({ id: 'ReviewList' }),
  errors: ['driveNotFound', 'invalidBookmark'],
});
export type ReviewList = z.output<typeof driveReviews.answer>;

export const oneReview = endpoint('oneReview', 'GET /api/drives/drive/{id}/reviews/review/{reviewId}', {
  summary: 'Return a review',
  tag,
  params: ofReview,
  answer: whole,
  errors: ['driveNotFound', 'reviewNotFound'],
});

export const createReview = endpoint('createReview', 'PUT /api/drives/drive/{id}/reviews/review', {
  summary: 'Review a published drive; one review per user',
  tag,
  access: 'member',
  params: ofDrive,
  body: written,
  answer: whole,
  status: 201,
  repeatable: true,
  errors: [
    'driveNotFound',
    'reviewNotFound',
    'upgradeNeeded',
    'alreadyReviewed',
    'emptyReview',
    'keyReused',
    'tooManyRequests',
  ],
});

export const updateReview = endpoint('updateReview', 'POST /api/drives/drive/{id}/reviews/review/{reviewId}', {
  summary: "Replace the caller's own review",
  tag,
  access: 'member',
  params: ofReview,
  body: written,
  answer: whole,
  errors: ['driveNotFound', 'reviewNotFound', 'notAllowed', 'upgradeNeeded', 'emptyReview'],
});

export const deleteReview = endpoint('deleteReview', 'DELETE /api/drives/drive/{id}/reviews/review/{reviewId}', {
  summary: "Delete the caller's own review; staff may delete any",
  tag,
  access: 'member',
  params: ofReview,
  body: z.object({ token, review: reviewForm.nullish() }).default({}),
  answer: z.object({}),
  errors: ['driveNotFound', 'reviewNotFound', 'notAllowed'],
});

export const likeReview = endpoint('likeReview', 'POST /api/drives/drive/{id}/reviews/review/{reviewId}/like', {
  summary: 'Mark or unmark a review as helpful',
  tag,
  access: 'member',
  params: ofReview,
  body: z.object({ token, like: z.boolean().meta({ example: true }) }),
  answer: whole,
  errors: ['driveNotFound', 'reviewNotFound', 'notAllowed', 'upgradeNeeded'],
});
