import type { CollectionExportFormat } from '@switchback/contracts/endpoints/collections';
import { api } from '../../../api/api.js';
import { type Answer, asks } from '../../../api/asks.js';
import type { InputOf } from '../../../api/base-query.js';
import { deliverFile } from '../../../lib/page/share-sheet.js';
import { fileNameOf } from '../../../lib/text/file-name.js';

type Link = Answer<'createCollectionLink'>['link'];

const sharingApi = api.enhanceEndpoints({ addTagTypes: ['CollectionShares', 'CollectionLink'] }).injectEndpoints({
  endpoints: (build) => ({
    collectionShares: build.query<string[], string>({
      providesTags: ['CollectionShares'],
      ...asks(
        'shareCollection',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.shared,
      ),
      keepUnusedDataFor: 0,
    }),
    shareCollection: build.mutation<string[], { id: string; users: string[] }>({
      ...asks(
        'shareCollection',
        ({ id, users }) => ({ params: { id }, body: { users } }),
        (answer) => answer.shared,
      ),
      invalidatesTags: ['CollectionShares'],
    }),
    collectionLink: build.query<Link | null, string>({
      providesTags: ['CollectionLink'],
      ...asks(
        'collectionLink',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.link,
      ),
      keepUnusedDataFor: 0,
    }),
    createCollectionLink: build.mutation<Link, { id: string; days: InputOf<'createCollectionLink', 'body'>['days'] }>({
      ...asks(
        'createCollectionLink',
        ({ id, days }) => ({ params: { id }, body: { days } }),
        (answer) => answer.link,
      ),
      invalidatesTags: ['CollectionLink'],
    }),
    revokeCollectionLink: build.mutation<unknown, string>({
      ...asks('revokeCollectionLink', (id) => ({ params: { id }, body: {} })),
      invalidatesTags: ['CollectionLink'],
    }),
    /** Downloads the collection, or one day of it, by its secret link: a link cannot carry the secret. */
    secretCollectionExport: build.mutation<
      null,
      { secret: string; format: CollectionExportFormat; day: number | null; name: string }
    >({
      async queryFn({ secret, format, day, name }, _api, _options, call) {
        const { data, error } = await call({
          route: 'secretCollectionExport',
          params: { format },
          body: { secret, day },
          file: true,
        });
        if (error !== undefined) return { error };
        await deliverFile(data as Blob, fileNameOf(name, format));
        return { data: null };
      },
    }),
  }),
});

export const {
  useCollectionSharesQuery,
  useShareCollectionMutation,
  useCollectionLinkQuery,
  useCreateCollectionLinkMutation,
  useRevokeCollectionLinkMutation,
  useSecretCollectionExportMutation,
} = sharingApi;
