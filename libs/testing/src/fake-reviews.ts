import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { Review, type ReviewsService } from '@switchback/proto/reviews/v1/service';

type Method<Name extends keyof ReviewsService> = Rpc<ReviewsService>[Name];

/** One review of the first drive, whose author has left; changes enforce roles. */
export class FakeReviews implements Rpc<ReviewsService> {
  failure: Error | undefined;

  #review(overrides: Partial<Review> = {}): Review {
    if (this.failure) throw this.failure;
    return {
      ...Review.decode(new Uint8Array()),
      id: 'r1',
      driveId: 'd1',
      highlight: 'Best before nine',
      starRating: 4.5,
      created: '2026-01-02T03:04:05.000Z',
      ...overrides,
    };
  }

  listReviews: Method<'listReviews'> = async () => ({
    reviews: [this.#review()],
    bookmark: '',
    stars: [0, 0, 0, 0, 1],
    mine: '',
  });
  getReview: Method<'getReview'> = async () => ({ review: this.#review() });
  findReview: Method<'findReview'> = async () => ({ review: this.#review() });
  createReview: Method<'createReview'> = async ({ form }, call) => {
    refuseFree(call);
    return { review: this.#review({ ...form }) };
  };
  updateReview: Method<'updateReview'> = async ({ form }, call) => {
    refuseFree(call);
    return { review: this.#review({ ...form, edited: '2026-01-03T03:04:05.000Z' }) };
  };
  deleteReview: Method<'deleteReview'> = async (_request, call) => {
    signedIn(call);
    return {};
  };
  likeReview: Method<'likeReview'> = async ({ like }, call) => {
    refuseFree(call);
    return { review: this.#review({ usefulTo: like ? [call.caller?.userId ?? ''] : [] }) };
  };
}

function signedIn({ caller }: Call) {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

function refuseFree(call: Call): void {
  if (signedIn(call).accountType === 'free') throw new ProductError('upgradeNeeded', { additional: { upgrade: true } });
}
