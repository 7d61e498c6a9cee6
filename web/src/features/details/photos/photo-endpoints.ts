import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { asks } from '../../../api/asks.js';
import { photosApi } from '../../../api/photos-api.js';

interface Named {
  driveId: string;
  id: string;
}

interface Answered {
  photos: DrivePhoto[];
}

const photosOf = ({ photos }: Answered) => photos;
const ofPhoto = ({ driveId, id }: Named) => ({ id: driveId, photoId: id });

const changesApi = photosApi.injectEndpoints({
  endpoints: (build) => ({
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
  }),
});

export const { useLikePhotoMutation, useDeletePhotoMutation } = changesApi;
