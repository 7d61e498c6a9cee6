import { useCallback } from 'react';
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { asks } from './asks.js';
import { photosApi, useLazyPhotosQuery } from './photos-api.js';

/** Decisions of staff about photos, outside the queue. */
const photoDecisionsApi = photosApi.injectEndpoints({
  endpoints: (build) => ({
    approvePhoto: build.mutation<DrivePhoto[], { driveId: string; photoId: string }>({
      ...asks(
        'approvePhoto',
        ({ driveId, photoId }) => ({ params: { id: driveId, photoId }, body: {} }),
        ({ photos }) => photos,
      ),
      invalidatesTags: ['Photos'],
    }),
  }),
});

export const { useApprovePhotoMutation } = photoDecisionsApi;

/** Returns a function that fetches the pending photos of a drive; none if the request fails: the queue holds them. */
export function usePendingPhotos(): (driveId: string) => Promise<readonly DrivePhoto[]> {
  const [load] = useLazyPhotosQuery();
  return useCallback(
    async (driveId) => ((await load(driveId, true)).data ?? []).filter(({ pending }) => pending),
    [load],
  );
}
