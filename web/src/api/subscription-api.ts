import type { SubscriptionAnswer } from '@switchback/contracts/endpoints/billing';
import { api } from './api.js';
import { asks } from './asks.js';

/** A person's subscription and cards; also read where an account is deleted, and so apart from what changes them. */
export const subscriptionApi = api.enhanceEndpoints({ addTagTypes: ['Subscription'] }).injectEndpoints({
  endpoints: (build) => ({
    subscription: build.query<SubscriptionAnswer, string>({
      ...asks('subscription', (id) => ({ params: { id }, query: { paymentSources: true }, body: {} })),
      providesTags: ['Subscription'],
      // The provider's webhooks change it while no component is subscribed.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useSubscriptionQuery } = subscriptionApi;
