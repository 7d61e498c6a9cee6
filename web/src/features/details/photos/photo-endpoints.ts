import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { asks } from '../../../api/asks.js';
import { photosApi } from '../../../api/photos-api.js';

/** Longer than the server gives an upload over a slow line. */
const UPLOAD_TIMEOUT_MS = 320_000;

interface Named {
  driveId: string;
  id: string;
}

export interface NewPhoto {
  driveId: string;
  file: File;
  credit: { name: string; externalUrl: string; description: string; uploadedBy: string };
}

interface Answered {
  photos: DrivePhoto[];
}

const photosOf = ({ photos }: Answered) => photos;
const ofPhoto = ({ driveId, id }: Named) => ({ id: driveId, photoId: id });

const changesApi = photosApi.injectEndpoints({
  endpoints: (build) => ({
    addPhoto: build.mutation<DrivePhoto[], NewPhoto>({
      ...asks(
        'savePhotos',
        ({ driveId, file, credit }: NewPhoto) => {
          const key = `0_${file.name}`;
          const body = new FormData();
          // Before the file, so that what is refused is refused before the file is sent.
          body.append('photosInfo[]', JSON.stringify({ key, credit }));
          body.append('photos[]', file, key);
          return { params: { id: driveId }, body, timeoutMs: UPLOAD_TIMEOUT_MS };
        },
        photosOf,
      ),
      invalidatesTags: ['Photos'],
    }),
    likePhoto: build.mutation<DrivePhoto[], Named & { like: boolean }>({
      ...asks(
        'likePhoto',
        (arg: Named & { like: boolean }) => ({ params: ofPhoto(arg), body: { like: arg.like } }),
        photosOf,
      ),
      invalidatesTags: ['Photos'],
    }),
    deletePhoto: build.mutation<DrivePhoto[], Named>({
      ...asks('deletePhoto', (arg: Named) => ({ params: ofPhoto(arg), body: {} }), photosOf),
      invalidatesTags: ['Photos'],
    }),
    decidePhoto: build.mutation<DrivePhoto[], Named & { approve: boolean }>({
      ...asks(
        ({ approve }: { approve: boolean }) => (approve ? 'approvePhoto' : 'disapprovePhoto'),
        (arg: Named & { approve: boolean }) => ({ params: ofPhoto(arg), body: {} }),
        photosOf,
      ),
      invalidatesTags: ['Photos'],
    }),
  }),
});

export const { useAddPhotoMutation, useLikePhotoMutation, useDeletePhotoMutation, useDecidePhotoMutation } = changesApi;
