import type { ChangeRequest, DriveForm, SavedDrive } from '@switchback/contracts/endpoints/authoring';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { api } from '../../api/api.js';
import { type Answer, answerTo, asks } from '../../api/asks.js';
import { userRefreshAsked } from '../../session/session-slice.js';
import { googleLeg } from './google-leg.js';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import type { LegRequest } from './legs.js';

/** Allows for a router on a slow machine; the server times out earlier. */
export const ROUTING_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 120_000;

const EVERYTHING = ['Seen', 'Kept'] as const;

const editorApi = api.injectEndpoints({
  endpoints: (build) => ({
    leg: build.query<LegAnswer, LegRequest>({
      async queryFn(request, _api, _options, call) {
        const waypoints = [request.start, request.end].map((location) => ({ label: '', value: { location } }));
        const { data, error } = await answerTo(call, 'routeDirections', {
          body: { waypoints, taste: request.taste },
          timeoutMs: ROUTING_TIMEOUT_MS,
        });
        if (error !== undefined) return { error };
        const { legs, ...said } = data.directions;
        const answer = { ...legs[0]!, ...said };
        const better = said.source === 'approximate' ? await googleLeg(request) : null;
        return { data: better === null ? answer : { ...better, countries: said.countries, tags: said.tags } };
      },
    }),
    snapDrive: build.mutation<Answer<'snapDrive'>, string>({
      ...asks('snapDrive', (id) => ({ params: { id }, body: {}, timeoutMs: ROUTING_TIMEOUT_MS })),
    }),
    parseMapsUrl: build.mutation<Answer<'parseMapsUrl'>, string>({
      ...asks('parseMapsUrl', (url) => ({ body: { url } })),
    }),
    readRouteFile: build.mutation<Answer<'readRouteFile'>, { file: File; line?: number }>({
      ...asks('readRouteFile', ({ file, line }) => {
        const body = new FormData();
        if (line !== undefined) body.set('line', String(line));
        body.set('file', file);
        return { body, timeoutMs: UPLOAD_TIMEOUT_MS };
      }),
    }),
    /** Returns the current drive with everything that its owner or staff may see. */
    editedDrive: build.query<DriveDetails, string>({
      keepUnusedDataFor: 0,
      providesTags: ['Seen'],
      ...asks(
        'driveDetailsWithToken',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.drive as DriveDetails,
      ),
    }),
    checkTitle: build.query<true, { title: string; driveId: string | undefined }>({
      keepUnusedDataFor: 0,
      ...asks(
        'validateTitle',
        ({ title, driveId }) => ({ body: { title, driveId } }),
        (answer) => answer.available,
      ),
    }),
    saveDrive: build.mutation<SavedDrive, { id: string | null; details: DriveForm; key: string }>({
      async queryFn({ id, details, key }, _api, _options, call) {
        const body = { details };
        const answer =
          id === null
            ? await answerTo(call, 'createDrive', { body, idempotencyKey: key })
            : await answerTo(call, 'updateDrive', { params: { id }, body });
        return answer.error === undefined ? { data: answer.data } : { error: answer.error };
      },
      invalidatesTags: (_saved, error) => (error === undefined ? EVERYTHING : []),
      onQueryStarted: refreshUser,
    }),
    approveDrive: build.mutation<SavedDrive, { id: string; rev: number; details: DriveForm | null }>({
      ...asks('approveDrive', ({ id, rev, details }) => ({ params: { id }, body: { _rev: rev, details } })),
      invalidatesTags: (_saved, error) => (error === undefined ? EVERYTHING : []),
    }),
    requestChanges: build.mutation<SavedDrive, { id: string; rev: number; changeRequest: ChangeRequest }>({
      ...asks('requestChanges', ({ id, rev, changeRequest }) => ({
        params: { id },
        body: { changeRequest, _rev: rev },
      })),
      invalidatesTags: (_saved, error) => (error === undefined ? EVERYTHING : []),
    }),
  }),
});

async function refreshUser(
  _arg: unknown,
  { dispatch, queryFulfilled }: { dispatch: (action: unknown) => unknown; queryFulfilled: Promise<unknown> },
): Promise<void> {
  await queryFulfilled.then(
    () => dispatch(userRefreshAsked()),
    () => undefined,
  );
}

export const {
  useSnapDriveMutation,
  useParseMapsUrlMutation,
  useReadRouteFileMutation,
  useEditedDriveQuery,
  useCheckTitleQuery,
  useSaveDriveMutation,
  useApproveDriveMutation,
  useRequestChangesMutation,
} = editorApi;
export const { leg } = editorApi.endpoints;
