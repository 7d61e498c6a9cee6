import type { CollectionForm, CollectionList } from '@switchback/contracts/endpoints/collections';
import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { useAttemptKey } from './use-attempt-key.js';
import { api } from './api.js';
import { asks } from './asks.js';

/** A collection by its id, or by the secret of a link. */
export type CollectionSource = { id: string } | { secret: string };

type NewCollection = CollectionForm & { name: string };

export const collectionsApi = api.enhanceEndpoints({ addTagTypes: ['Collections'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The person's own collections, all in the first page, and those shared with them. */
    collections: build.infiniteQuery<CollectionList, string, string | null>({
      providesTags: ['Collections', 'Seen'],
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ bookmark }) => bookmark ?? undefined },
      ...asks('userCollections', ({ queryArg, pageParam }: { queryArg: string; pageParam: string | null }) => ({
        params: { id: queryArg },
        query: { bookmark: pageParam ?? undefined },
      })),
    }),
    /** A page of the public collections; the first one for an empty bookmark. */
    publishedCollections: build.query<CollectionList, string>({
      providesTags: ['Collections'],
      ...asks('publishedCollections', (bookmark) => ({ query: { bookmark: bookmark || undefined } })),
    }),
    collection: build.query<Collection, CollectionSource>({
      providesTags: ['Collections', 'Seen'],
      ...asks<'collection' | 'secretCollection', CollectionSource, Collection>(
        (source) => ('id' in source ? 'collection' : 'secretCollection'),
        (source) => ('id' in source ? { params: { id: source.id } } : { body: { secret: source.secret } }),
        (answer) => answer.collection,
      ),
    }),
    /** The ways between the drives of a trip, for its revision. */
    ways: build.query<Way[], { source: CollectionSource; rev: number }>({
      ...asks<'collectionWays' | 'secretCollectionWays', { source: CollectionSource; rev: number }, Way[]>(
        ({ source }) => ('id' in source ? 'collectionWays' : 'secretCollectionWays'),
        ({ source }) => ('id' in source ? { params: { id: source.id } } : { body: { secret: source.secret } }),
        (answer) => answer.ways,
      ),
    }),
    createCollection: build.mutation<Collection, { collection: NewCollection; key: string }>({
      ...asks(
        'createCollection',
        ({ collection, key }) => ({ body: { collection }, idempotencyKey: key }),
        (answer) => answer.collection,
      ),
      invalidatesTags: ['Collections'],
    }),
    updateCollection: build.mutation<Collection, { id: string; collection: CollectionForm }>({
      ...asks(
        'updateCollection',
        ({ id, collection }) => ({ params: { id }, body: { collection } }),
        (answer) => answer.collection,
      ),
      invalidatesTags: ['Collections'],
    }),
    deleteCollection: build.mutation<unknown, string>({
      ...asks('deleteCollection', (id) => ({ params: { id }, body: {} })),
      invalidatesTags: ['Collections'],
    }),
  }),
});

export const {
  useCollectionsInfiniteQuery,
  usePublishedCollectionsQuery,
  useCollectionQuery,
  useLazyCollectionQuery,
  useWaysQuery,
  useUpdateCollectionMutation,
  useDeleteCollectionMutation,
} = collectionsApi;

/** Creates a collection, once even if it is sent again after a lost response. */
export function useCreateCollection() {
  const [send, { isLoading }] = collectionsApi.useCreateCollectionMutation();
  const { keyOf, succeeded } = useAttemptKey();
  const create = async (collection: NewCollection) => {
    const answer = await send({ collection, key: keyOf(collection) });
    if (answer.error === undefined) succeeded();
    return answer;
  };
  return { create, isLoading };
}
