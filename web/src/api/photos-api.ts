import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import { api } from './api.js';
import { asks } from './asks.js';

/** Longer than the server's limit for an upload over a slow connection. */
const UPLOAD_TIMEOUT_MS = 320_000;

/** Credit of a new photo: a name, a link and a description. */
export interface PhotoCredit {
  name: string;
  externalUrl: string;
  description: string;
}

/** A new photo: its file, its description, its credit, and whether to show where it was taken. */
export interface NewPhoto {
  file: File;
  description: string;
  credit: PhotoCredit;
  showPlace: boolean;
}

/** A photo of a list: a new file, or one that is already stored. */
export type SentPhoto = (NewPhoto & { uploadedBy: string }) | { id: string };

export interface SavedPhotos {
  driveId: string;
  /**
   * In order. If the list is empty or contains a stored photo, it replaces the whole list; otherwise its photos are
   * added.
   */
  photos: readonly SentPhoto[];
  /** Receives the uploaded share, 0 to 1. */
  onProgress: (share: number) => void;
}

/** The photos of a drive that the person may see. */
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
    /** Converts a photo that this browser cannot show; returns the object URL of a JPEG, which the caller revokes. */
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
          params: { id: driveId },
          body: formOf(photos),
          onProgress,
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
  // Before the files, so that the server can reject the request before they are sent.
  if (photos.length === 0) body.append('photosInfo[]', 'null');
  for (const [index, photo] of photos.entries()) {
    const info = 'file' in photo ? { key: keyOf(photo, index), ...fieldsOf(photo) } : photo;
    body.append('photosInfo[]', JSON.stringify(info));
  }
  for (const { file, key } of files) body.append('photos[]', file, key);
  return body;
}

function fieldsOf({ description, credit, uploadedBy, showPlace }: NewPhoto & { uploadedBy: string }) {
  return { description, credit: { ...credit, uploadedBy }, showPlace };
}

/**
 * Browsers encode other characters of a file name in different ways, and the server would not find the file by its key.
 */
function keyOf({ file: { name } }: Extract<SentPhoto, { file: File }>, index: number): string {
  return `${index}_${name.replaceAll(/[^\w.-]+/g, '_').slice(-100)}`;
}
