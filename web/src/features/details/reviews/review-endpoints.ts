import type { Review, ReviewForm, ReviewList } from '@switchback/contracts/endpoints/reviews';
import type { ReviewSort } from '@switchback/contracts/rules/reviews';
import { api } from '../../../api/api.js';
import { asks } from '../../../api/asks.js';

export interface ReviewsArg {
  driveId: string;
  sort: ReviewSort;
}

interface Written {
  driveId: string;
  /** Null for a new review. */
  id: string | null;
  review: ReviewForm;
}

interface Named {
  driveId: string;
  id: string;
}

const reviewsApi = api.enhanceEndpoints({ addTagTypes: ['Reviews'] }).injectEndpoints({
  endpoints: (build) => ({
    reviews: build.infiniteQuery<ReviewList, ReviewsArg, string | null>({
      providesTags: ['Reviews'],
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ bookmark }) => bookmark ?? undefined },
      ...asks(
        'driveReviews',
        ({ queryArg: { driveId, sort }, pageParam }: { queryArg: ReviewsArg; pageParam: string | null }) => ({
          params: { id: driveId },
          query: { sort, expand: 'true', bookmark: pageParam ?? undefined },
        }),
      ),
    }),
    ownReview: build.query<Review, Named>({
      providesTags: ['Reviews'],
      ...asks(
        'oneReview',
        ({ driveId, id }) => ({ params: { id: driveId, reviewId: id } }),
        (answer) => answer.review,
      ),
    }),
    createReview: build.mutation<Review, Written>({
      ...asks(
        'createReview',
        ({ driveId, review }) => ({ params: { id: driveId }, body: { review } }),
        (answer) => answer.review,
      ),
    }),
    updateReview: build.mutation<Review, Written>({
      ...asks(
        'updateReview',
        ({ driveId, id, review }) => ({ params: { id: driveId, reviewId: id ?? '' }, body: { review } }),
        (answer) => answer.review,
      ),
    }),
    deleteReview: build.mutation<unknown, Named>({
      ...asks('deleteReview', ({ driveId, id }) => ({ params: { id: driveId, reviewId: id }, body: {} })),
    }),
    likeReview: build.mutation<Review, Named & { like: boolean }>({
      ...asks(
        'likeReview',
        ({ driveId, id, like }) => ({ params: { id: driveId, reviewId: id }, body: { like } }),
        (answer) => answer.review,
      ),
      invalidatesTags: ['Reviews'],
    }),
  }),
});

export const {
  useReviewsInfiniteQuery,
  useOwnReviewQuery,
  useCreateReviewMutation,
  useUpdateReviewMutation,
  useDeleteReviewMutation,
  useLikeReviewMutation,
} = reviewsApi;

/** Invalidates the reviews and everything derived from them: reviews, drive and its cards are refetched. */
export const driveRated = () => reviewsApi.util.invalidateTags(['Seen', 'Reviews']);
