import { fileName } from '@switchback/platform/formats/file-name';
import type { Call } from '@switchback/platform/rpc/call';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import type { OwnPhoto } from '@switchback/proto/media/v1/service';
import type { MediaPeer } from '../peers.js';
import type { Entry } from './zip.js';

export interface PhotoSources {
  media: MediaPeer;
  storage: Pick<Storage, 'get'>;
}

/** Returns all photos that a person added or likes, read page by page. */
export async function photosOf({ media }: PhotoSources, call: Call): Promise<OwnPhoto[]> {
  const peer = await media();
  const photos: OwnPhoto[] = [];
  for (;;) {
    const page = await peer.listOwnPhotos({ after: photos.at(-1)?.id ?? '' }, call);
    if (page.photos.length === 0) return photos;
    photos.push(...page.photos);
  }
}

/** Returns the data about the photos; other people's photos are only listed as liked. */
export function photoFacts(photos: readonly OwnPhoto[]): unknown {
  return {
    added: photos
      .filter(({ added }) => added)
      .map(({ id, driveId, addedDate, credit, description, location }) => ({
        id,
        driveId,
        addedDate,
        description,
        location: location ?? null,
        credit: { name: credit?.name ?? '', externalUrl: credit?.externalUrl ?? '', text: credit?.description ?? '' },
        file: nameOf(id),
      })),
    liked: photos.filter(({ liked }) => liked).map(({ id, driveId }) => ({ id, driveId })),
  };
}

/** Returns the stored files of the photos they added; a file that was deleted meanwhile is empty. */
export function photoEntries({ storage }: PhotoSources, photos: readonly OwnPhoto[]): Entry[] {
  return photos
    .filter(({ added }) => added)
    .map(({ id, key }) => ({
      name: nameOf(id),
      async *content() {
        try {
          yield* (await storage.get(key)).body as AsyncIterable<Uint8Array>;
        } catch (error) {
          if (!isStorageError(error, 'not-found')) throw error;
        }
      },
    }));
}

function nameOf(id: string): string {
  return `photos/${fileName(id, 'jpg')}`;
}
