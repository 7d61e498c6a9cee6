import type { ChangeRequest } from '@switchback/contracts/endpoints/authoring';
import type { ModerationItem, ModerationQueue } from '@switchback/contracts/endpoints/moderation';
import type { Decision, ItemState, ModerationKind } from '@switchback/contracts/rules/moderation';
import { api } from '../../api/api.js';
import { asks } from '../../api/asks.js';

export interface QueueArg {
  kind: ModerationKind;
  /** If left out, all undecided items. */
  state?: ItemState | undefined;
}

const moderationApi = api.enhanceEndpoints({ addTagTypes: ['Queue'] }).injectEndpoints({
  endpoints: (build) => ({
    queue: build.infiniteQuery<ModerationQueue, QueueArg, string | null>({
      providesTags: ['Queue'],
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ bookmark }) => bookmark ?? undefined },
      ...asks('moderationQueue', ({ queryArg, pageParam }: { queryArg: QueueArg; pageParam: string | null }) => ({
        query: { ...queryArg, bookmark: pageParam ?? undefined },
      })),
    }),
    claimItem: build.mutation<ModerationItem, string>({
      ...asks(
        'claimItem',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.item,
      ),
      invalidatesTags: ['Queue'],
    }),
    decideItem: build.mutation<
      ModerationItem,
      { id: string; decision: Decision; _rev: number | null; note?: string; changeRequest?: ChangeRequest }
    >({
      ...asks(
        'decideItem',
        ({ id, ...body }) => ({ params: { id }, body }),
        (answer) => answer.item,
      ),
      // Also after an error: the reload shows what another moderator decided.
      invalidatesTags: ['Queue', 'Seen'],
    }),
  }),
});

/** Maximum delay before a moderator sees that a drive was edited. */
export const QUEUE_POLL_MS = 5_000;

export const { useQueueInfiniteQuery, useClaimItemMutation, useDecideItemMutation } = moderationApi;
