import { ProductError } from '@switchback/platform/errors';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type CreateReviewRequest,
  type DeleteReviewRequest,
  type FindReviewRequest,
  type GetReviewRequest,
  type LikeReviewRequest,
  type ListReviewsRequest,
  ReviewsServiceDefinition,
  type UpdateReviewRequest,
} from '@switchback/proto/reviews/v1/service';
import { Published } from './published.js';
import { ReviewPages } from './review-pages.js';
import { Reviews } from './reviews.service.js';

/** RPC interface of the reviews service. */
@RpcController(ReviewsServiceDefinition)
export class ReviewsRpc {
  constructor(
    private readonly published: Published,
    private readonly pages: ReviewPages,
    private readonly reviews: Reviews,
  ) {}

  async listReviews(request: ListReviewsRequest, call: Call) {
    await this.published.require(request.driveId, call);
    return this.pages.list(request, call.caller);
  }

  async getReview({ driveId, id }: GetReviewRequest, call: Call) {
    await this.published.require(driveId, call);
    const review = await this.pages.one(driveId, id);
    if (!review) throw new ProductError('reviewNotFound');
    return { review };
  }

  async findReview({ id }: FindReviewRequest, call: Call) {
    const review = await this.pages.find(id);
    if (!review) throw new ProductError('reviewNotFound');
    await this.published.require(review.driveId, call);
    return { review };
  }

  async createReview(request: CreateReviewRequest, call: Call) {
    await this.published.require(request.driveId, call);
    return { review: await this.reviews.create(request, call.caller) };
  }

  async updateReview({ driveId, id, form }: UpdateReviewRequest, call: Call) {
    await this.published.require(driveId, call);
    return { review: await this.reviews.update(driveId, id, form, call.caller) };
  }

  async deleteReview({ driveId, id }: DeleteReviewRequest, call: Call) {
    await this.published.require(driveId, call);
    await this.reviews.delete(driveId, id, call.caller);
    return {};
  }

  async likeReview({ driveId, id, like }: LikeReviewRequest, call: Call) {
    const title = await this.published.require(driveId, call);
    return { review: await this.reviews.like({ driveId, id, title }, like, call.caller) };
  }
}
