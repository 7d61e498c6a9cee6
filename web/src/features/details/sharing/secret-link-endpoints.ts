import type { ExportFormat } from '@switchback/contracts/endpoints/drives';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { api } from '../../../api/api.js';
import { type Answer, asks } from '../../../api/asks.js';
import type { InputOf } from '../../../api/base-query.js';
import { deliverFile } from '../../../lib/page/share-sheet.js';
import { fileNameOf } from '../../../lib/text/file-name.js';

type SecretLink = Answer<'createSecretLink'>['link'];

const secretLinkApi = api.enhanceEndpoints({ addTagTypes: ['SecretLink'] }).injectEndpoints({
  endpoints: (build) => ({
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
        // The call returns every field.
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
        await deliverFile(data as Blob, fileNameOf(title, format));
        return { data: null };
      },
    }),
  }),
});

export const {
  useSecretLinkQuery,
  useCreateSecretLinkMutation,
  useRevokeSecretLinkMutation,
  useSecretDriveQuery,
  useSecretDriveExportMutation,
} = secretLinkApi;
