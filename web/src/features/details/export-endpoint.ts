import type { ExportFormat } from '@switchback/contracts/endpoints/drives';
import { api } from '../../api/api.js';
import { deliverFile } from '../../lib/page/share-sheet.js';
import { fileNameOf } from '../../lib/text/file-name.js';

const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Hands over the file of a drive: a plain link would carry no session, which private drives need. */
    driveExport: build.mutation<null, { id: string; format: ExportFormat; title: string }>({
      async queryFn({ id, format, title }, _api, _options, call) {
        const { data, error } = await call({ route: 'driveExport', params: { id, format }, file: true });
        if (error !== undefined) return { error };
        await deliverFile(data as Blob, fileNameOf(title, format));
        return { data: null };
      },
    }),
  }),
});

export const { useDriveExportMutation } = exportApi;
