import type { ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails, Rankings } from '@switchback/contracts/resources/drive';
import type { UserSummary } from '@switchback/contracts/resources/user';
import { api } from '../../../api/api.js';
import { type Answer, asks } from '../../../api/asks.js';
import type { InputOf } from '../../../api/base-query.js';
import { download } from '../../../lib/download.js';
import { userRefreshAsked } from '../../../lib/session-slice.js';

type SecretLink = Answer<'createSecretLink'>['link'];

export interface ShareArg {
  userId: string;
  driveId: string;
}

const sharingApi = api.enhanceEndpoints({ addTagTypes: ['Shares', 'SecretLink'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Whom the drive is shared with, with their names; those who left have none. */
    shares: build.query<string[], ShareArg>({
      providesTags: ['Shares'],
      ...asks(
        'shareDrive',
        ({ userId, driveId }) => ({ params: { id: userId }, body: { driveId } }),
        (answer) => answer.shared,
      ),
      keepUnusedDataFor: 0,
    }),
    share: build.mutation<string[], ShareArg & { users: string[] }>({
      ...asks(
        'shareDrive',
        ({ userId, driveId, users }) => ({ params: { id: userId }, body: { driveId, users } }),
        (answer) => answer.shared,
      ),
      invalidatesTags: ['Shares'],
      async onQueryStarted(_arg, { dispatch, queryFulfilled }) {
        await queryFulfilled.then(
          () => dispatch(userRefreshAsked()),
          () => undefined,
        );
      },
    }),
    secretLink: build.query<SecretLink | null, string>({
      providesTags: ['SecretLink'],
      ...asks(
        'secretLink',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.link,
      ),
      keepUnusedDataFor: 0,
    }),
    createSecretLink: build.mutation<SecretLink, { id: string; days: InputOf<'createSecretLink', 'body'>['days'] }>({
      ...asks(
        'createSecretLink',
        ({ id, days }) => ({ params: { id }, body: { days } }),
        (answer) => answer.link,
      ),
      invalidatesTags: ['SecretLink'],
    }),
    revokeSecretLink: build.mutation<unknown, string>({
      ...asks('revokeSecretLink', (id) => ({ params: { id }, body: {} })),
      invalidatesTags: ['SecretLink'],
    }),
    secretDrive: build.query<DriveDetails, string>({
      ...asks(
        'secretDrive',
        (secret) => ({ body: { secret } }),
        // The call answers every field.
        (answer) => answer.drive as DriveDetails,
      ),
      keepUnusedDataFor: 0,
    }),
    secretDriveExport: build.mutation<null, { secret: string; format: ExportFormat; title: string }>({
      async queryFn({ secret, format, title }, _api, _options, call) {
        const { data, error } = await call({
          route: 'secretDriveExport',
          params: { format },
          body: { secret },
          file: true,
        });
        if (error !== undefined) return { error };
        download(data as Blob, `${title}.${format}`);
        return { data: null };
      },
    }),
    findUsers: build.query<Answer<'autocompleteUsers'>['results'], string>({
      ...asks(
        'autocompleteUsers',
        (text) => ({ query: { text, free: 'false', hero: 'true' } }),
        (answer) => answer.results,
      ),
    }),
    userSummary: build.query<UserSummary, string>({
      ...asks(
        'userSummary',
        (id) => ({ params: { id } }),
        (answer) => answer,
      ),
    }),
    rank: build.mutation<Rankings, { id: string } & Omit<InputOf<'rankDrive', 'body'>, 'token'>>({
      ...asks(
        'rankDrive',
        ({ id, ...body }) => ({ params: { id }, body }),
        (answer) => answer.rankings,
      ),
      invalidatesTags: ['Seen'],
    }),
  }),
});

export const {
  useSharesQuery,
  useShareMutation,
  useSecretLinkQuery,
  useCreateSecretLinkMutation,
  useRevokeSecretLinkMutation,
  useSecretDriveQuery,
  useSecretDriveExportMutation,
  useFindUsersQuery,
  useLazyUserSummaryQuery,
  useRankMutation,
} = sharingApi;
