import { api } from '../../api/api.js';
import { download } from '../../lib/download.js';

/** An answer takes half a minute at most; then the server goes on gathering, and is asked again. */
const TIMEOUT_MS = 60_000;
const ASKED_MAX = 30;
const FILE_NAME = 'my-data.zip';

const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Has all data of an account gathered, and hands the file to the browser as a download. */
    exportAccount: build.mutation<null, string>({
      async queryFn(id, { signal }, _options, call) {
        for (let asked = 1; ; asked += 1) {
          const { data, error } = await call({
            route: 'exportAccount',
            params: { id },
            file: true,
            timeoutMs: TIMEOUT_MS,
          });
          if (error === undefined) {
            download(data as Blob, FILE_NAME);
            return { data: null };
          }
          const { retryAfterSeconds = null } = error;
          if (retryAfterSeconds === null || asked === ASKED_MAX || signal.aborted) return { error };
          await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000));
        }
      },
    }),
  }),
});

export const { useExportAccountMutation } = exportApi;
