import { api } from '../../api/api.js';
import { download } from '../../lib/page/download.js';

/** A response takes at most half a minute; after that, the server keeps collecting and the client asks again. */
const TIMEOUT_MS = 60_000;
const ASKED_MAX = 30;
const FILE_NAME = 'my-data.zip';

const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Requests an export of all data of an account, and downloads the file in the browser. */
    exportAccount: build.mutation<null, string>({
      async queryFn(id, { signal }, _options, call) {
        for (let calls = 1; ; calls += 1) {
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
          if (retryAfterSeconds === null || calls === ASKED_MAX || signal.aborted) return { error };
          await new Promise((resolve) => setTimeout(resolve, retryAfterSeconds * 1_000));
        }
      },
    }),
  }),
});

export const { useExportAccountMutation } = exportApi;
