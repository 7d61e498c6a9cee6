import type { DriveDetails, DriveSummary } from '@switchback/contracts/resources/drive';
import type { User } from '@switchback/contracts/resources/user';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { accountApi } from '../../../api/account-api.js';
import { api } from '../../../api/api.js';
import { answerTo } from '../../../api/asks.js';
import type { CallError } from '../../../api/error.js';
import { userRefreshAsked } from '../../../session/session-slice.js';

interface SaveAllArg {
  userId: string;
  driveIds: readonly string[];
  /** Called with the number of drives handled so far. */
  onProgress: (done: number) => void;
}

/** The parts of drives that a common profile needs, by drive. */
export type DriveElevations = Record<string, Partial<Pick<DriveDetails, 'elevation' | 'pointsOfInterest'>>>;

/** Statuses of a drive that the person may not see, or only as a Hero. */
const HIDDEN = [403, 404];
/** Calls of one profile that run at a time. */
const CALLS_MAX = 4;

const collectionApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Summaries with all fields of any number of drives, those that the person may see. */
    collectionDrives: build.query<DriveSummary[], readonly string[]>({
      providesTags: ['Seen'],
      async queryFn(ids, _api, _options, call) {
        const drives: DriveSummary[] = [];
        for (let from = 0; from < ids.length; from += LIMITS.summariesMax) {
          const page = ids.slice(from, from + LIMITS.summariesMax);
          const { data, error } = await answerTo(call, 'driveSummaries', { body: { ids: page } });
          if (error !== undefined) return { error };
          drives.push(...data.drives);
        }
        return { data: drives };
      },
    }),
    /** Elevations and points of interest of drives; without those that the person may not see. */
    elevations: build.query<DriveElevations, readonly string[]>({
      providesTags: ['Seen'],
      async queryFn(ids, _api, _options, call) {
        const found: DriveElevations = {};
        let failure: CallError | null = null;
        const rest = [...ids];
        const work = async () => {
          for (let id = rest.shift(); id !== undefined && failure === null; id = rest.shift()) {
            const query = { fields: 'elevation,pointsOfInterest' };
            const { data, error } = await answerTo(call, 'driveDetails', { params: { id }, query });
            if (data !== undefined) found[id] = data.drive;
            else if (!HIDDEN.includes(error.type)) failure = error;
          }
        };
        await Promise.all(Array.from({ length: CALLS_MAX }, work));
        return failure === null ? { data: found } : { error: failure };
      },
    }),
    /**
     * Saves drives one after the other; returns how many. Skips those that no longer exist, and stops at any other
     * error. Drives saved before it stay saved.
     */
    saveAll: build.mutation<number, SaveAllArg>({
      async queryFn({ userId, driveIds, onProgress }, { dispatch }, _options, call) {
        let user: User | null = null;
        let failure: CallError | null = null;
        let saved = 0;
        for (const [index, driveId] of driveIds.entries()) {
          const { data, error } = await answerTo(call, 'saveDrive', { params: { id: userId, driveId }, body: {} });
          if (error !== undefined && error.type !== 404) {
            failure = error;
            break;
          }
          if (data !== undefined) {
            user = data.user;
            saved++;
          }
          onProgress(index + 1);
        }
        if (user !== null) {
          dispatch(accountApi.util.upsertQueryData('user', userId, user));
          dispatch(userRefreshAsked());
        }
        return failure === null ? { data: saved } : { error: failure };
      },
      invalidatesTags: ['Kept'],
    }),
  }),
});

export const { useCollectionDrivesQuery, useElevationsQuery, useSaveAllMutation } = collectionApi;
