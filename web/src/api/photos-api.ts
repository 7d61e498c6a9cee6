import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { api } from './api.js';
import { asks } from './asks.js';

/** The photos of a drive, as far as the person may see them. */
export const photosApi = api.enhanceEndpoints({ addTagTypes: ['Photos'] }).injectEndpoints({
  endpoints: (build) => ({
    photos: build.query<DrivePhoto[], string>({
      ...asks(
        'drivePhotos',
        (driveId: string) => ({ params: { id: driveId } }),
        ({ photos }) => photos,
      ),
      providesTags: ['Photos'],
    }),
  }),
});

export const { usePhotosQuery } = photosApi;
