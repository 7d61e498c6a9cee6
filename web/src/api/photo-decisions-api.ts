import { useCallback } from 'react';
import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { asks } from './asks.js';
import { photosApi, useLazyPhotosQuery } from './photos-api.js';

interface Decided {
  driveId: string;
  id: string;
  approve: boolean;
}

/** Decisions of staff about photos, outside the queue. */
const photoDecisionsApi = photosApi.injectEndpoints({
  endpoints: (build) => ({
    decidePhoto: build.mutation<DrivePhoto[], Decided>({
      ...asks(
        ({ approve }: Decided) => (approve ? 'approvePhoto' : 'disapprovePhoto'),
        ({ driveId, id }: Decided) => ({ params: { id: driveId, photoId: id }, body: {} }),
        ({ photos }: { photos: DrivePhoto[] }) => photos,
      ),
      invalidatesTags: ['Photos'],
    }),
  }),
});

export const { useDecidePhotoMutation } = photoDecisionsApi;

/** Returns a function that fetches the pending photos of a drive; none if the request fails: the queue holds them. */
export function usePendingPhotos(): (driveId: string) => Promise<readonly DrivePhoto[]> {
  const [load] = useLazyPhotosQuery();
  return useCallback(
    async (driveId) => ((await load(driveId, true)).data ?? []).filter(({ pending }) => pending),
    [load],
  );
}
