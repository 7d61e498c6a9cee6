import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { api } from './api.js';
import { asks } from './asks.js';

/** Longer than the server gives an upload over a slow line. */
const UPLOAD_TIMEOUT_MS = 320_000;

/** What is said of a new photo. */
export interface PhotoCredit {
  name: string;
  externalUrl: string;
  description: string;
}

/** A new photo: its file, what it shows, whom it is by, and whether it shows where it was taken. */
export interface NewPhoto {
  file: File;
  description: string;
  credit: PhotoCredit;
  showPlace: boolean;
}

/** A photo of a list: a file that is sent, or one that is there. */
export type SentPhoto = (NewPhoto & { uploadedBy: string }) | { id: string };

export interface SavedPhotos {
  driveId: string;
  /** In their order. With one that exists, or with none at all, they are the whole list; else they are added. */
  photos: readonly SentPhoto[];
  /** Told how much was sent, 0 to 1. */
  onProgress: (share: number) => void;
}

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
    /** The address of a JPEG of a photo that this browser cannot show; whoever asks revokes it. */
    convertPhoto: build.mutation<string, File>({
      async queryFn(file, _api, _options, call) {
        const body = new FormData();
        body.append('photos[]', file, '0_photo');
        const answer = await call({ route: 'convertPhoto', body, file: true, timeoutMs: UPLOAD_TIMEOUT_MS });
        if (answer.error !== undefined) return { error: answer.error };
        return { data: URL.createObjectURL(answer.data as Blob) };
      },
    }),
    savePhotos: build.mutation<DrivePhoto[], SavedPhotos>({
      ...asks(
        'savePhotos',
        ({ driveId, photos, onProgress }: SavedPhotos) => ({
          ...{ params: { id: driveId }, body: formOf(photos), onProgress },
          timeoutMs: UPLOAD_TIMEOUT_MS,
        }),
        ({ photos: kept }) => kept,
      ),
      invalidatesTags: ['Photos'],
    }),
  }),
});

export const { usePhotosQuery, useLazyPhotosQuery, useSavePhotosMutation, useConvertPhotoMutation } = photosApi;

function formOf(photos: readonly SentPhoto[]): FormData {
  const body = new FormData();
  const files = photos.flatMap((photo, index) =>
    'file' in photo ? [{ file: photo.file, key: keyOf(photo, index) }] : [],
  );
  // Before the files, so that what is refused is refused before they are sent.
  if (photos.length === 0) body.append('photosInfo[]', 'null');
  for (const [index, photo] of photos.entries()) {
    const info = 'file' in photo ? { key: keyOf(photo, index), ...saidOf(photo) } : photo;
    body.append('photosInfo[]', JSON.stringify(info));
  }
  for (const { file, key } of files) body.append('photos[]', file, key);
  return body;
}

function saidOf({ description, credit, uploadedBy, showPlace }: NewPhoto & { uploadedBy: string }) {
  return { description, credit: { ...credit, uploadedBy }, showPlace };
}

/** Browsers write other signs of a file's name in ways of their own, and then nobody finds the file by it. */
function keyOf({ file: { name } }: Extract<SentPhoto, { file: File }>, index: number): string {
  return `${index}_${name.replaceAll(/[^\w.-]+/g, '_').slice(-100)}`;
}
