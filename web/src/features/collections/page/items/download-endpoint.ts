import type { CollectionExportFormat } from '@switchback/contracts/endpoints/collections';
import { api } from '../../../../api/api.js';
import { deliverFile } from '../../../../lib/page/share-sheet.js';
import { fileNameOf } from '../../../../lib/text/file-name.js';

/** The server reads the lines of up to 200 drives. */
const TIMEOUT_MS = 60_000;

const downloadApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Downloads a collection, or one day of it: a plain link would carry no session, which private ones need. */
    collectionExport: build.mutation<
      null,
      { id: string; format: CollectionExportFormat; day: number | null; name: string }
    >({
      async queryFn({ id, format, day, name }, _api, _options, call) {
        const { data, error } = await call({
          route: 'collectionExport',
          params: { id, format },
          ...(day !== null && { query: { day } }),
          file: true,
          timeoutMs: TIMEOUT_MS,
        });
        if (error !== undefined) return { error };
        await deliverFile(data as Blob, fileNameOf(name, format));
        return { data: null };
      },
    }),
  }),
});

export const { useCollectionExportMutation } = downloadApi;
