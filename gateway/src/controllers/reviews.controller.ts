import { Controller, Inject } from '@nestjs/common';
import {
  createReview,
  deleteReview,
  driveReviews,
  likeReview,
  oneReview,
  type Review,
  type reviewForm,
  updateReview,
} from '@switchback/contracts/endpoints/reviews';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/reviews/v1/service';
import type { z } from 'zod';
import { Answers, type InputOf } from '../contract/answers.js';
import { toUserSummary } from '../mapping/user.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Reviews of drives. */
@Controller()
export class ReviewsController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(driveReviews)
  async list({ params: { id: driveId }, query, call }: InputOf<typeof driveReviews>) {
    const { sort = '', bookmark = '', expand } = query;
    const request = { driveId, sort, bookmark, limit: LIMITS.reviewsBatch };
    const page = await this.clients.reviews.listReviews(request, call);
    return {
      reviews: page.reviews.map(({ id }) => id),
      ...(expand === 'true' && { items: await this.withAuthors(page.reviews, call) }),
      bookmark: page.bookmark || null,
      stars: page.stars,
      mine: page.mine || null,
    };
  }

  @Answers(oneReview)
  async one({ params: { id: driveId, reviewId: id }, call }: InputOf<typeof oneReview>) {
    return this.answer(await this.clients.reviews.getReview({ driveId, id }, call), call);
  }

  @Answers(createReview)
  async create({ params: { id: driveId }, body, idempotency, call }: InputOf<typeof createReview>) {
    const request = { driveId, form: toForm(body.review), idempotency: idempotency ?? undefined };
    return this.answer(await this.clients.reviews.createReview(request, call), call);
  }

  @Answers(updateReview)
  async update({ params: { id: driveId, reviewId: id }, body, call }: InputOf<typeof updateReview>) {
    return this.answer(await this.clients.reviews.updateReview({ driveId, id, form: toForm(body.review) }, call), call);
  }

  @Answers(deleteReview)
  async delete({ params: { id: driveId, reviewId: id }, call }: InputOf<typeof deleteReview>) {
    await this.clients.reviews.deleteReview({ driveId, id }, call);
    return {};
  }

  @Answers(likeReview)
  async like({ params: { id: driveId, reviewId: id }, body: { like }, call }: InputOf<typeof likeReview>) {
    return this.answer(await this.clients.reviews.likeReview({ driveId, id, like }, call), call);
  }

  private async answer({ review }: { review: proto.Review | undefined }, call: Call) {
    const [whole] = await this.withAuthors([present(review, 'review')], call);
    return { review: present(whole, 'review') };
  }

  private async withAuthors(reviews: readonly proto.Review[], call: Call): Promise<Review[]> {
    const userIds = [...new Set(reviews.flatMap(({ userId }) => (userId === '' ? [] : [userId])))];
    const { summaries } =
      userIds.length === 0 ? { summaries: [] } : await this.clients.users.getSummaries({ userIds }, call);
    const authors = new Map(summaries.map((summary) => [summary.id, toUserSummary(summary)]));
    return reviews.map(({ userId, usefulTo, edited, ...review }) => ({
      ...review,
      starRating: review.starRating ?? null,
      intensityRating: review.intensityRating ?? null,
      roadQualityRating: review.roadQualityRating ?? null,
      trafficRating: review.trafficRating ?? null,
      user: userId || null,
      author: authors.get(userId) ?? null,
      usefulCount: usefulTo,
      edited: edited || null,
    }));
  }
}

function toForm(input: z.output<typeof reviewForm>): proto.ReviewForm {
  return {
    highlight: input.highlight ?? '',
    description: input.description ?? '',
    starRating: input.starRating ?? undefined,
    intensityRating: input.intensityRating ?? undefined,
    roadQualityRating: input.roadQualityRating ?? undefined,
    trafficRating: input.trafficRating ?? undefined,
  };
}
