import { useEffect, useState } from 'react';
import { storedPhotos } from './drive-photos.js';

/** A photo of a drive on this device. */
export interface ShownPhoto {
  id: string;
  url: string;
  description: string;
}

const NONE: readonly ShownPhoto[] = [];

/** The photos of a drive on this device, once they are read. */
export function useStoredPhotos(userId: string, driveId: string): readonly ShownPhoto[] {
  const [photos, setPhotos] = useState(NONE);
  useEffect(() => {
    let isLive = true;
    const urls: string[] = [];
    void storedPhotos(userId).then((stored) => {
      if (!isLive) return;
      const own = stored.filter((photo) => photo.driveId === driveId);
      setPhotos(
        own.map(({ photoId, description, picture }) => {
          const url = URL.createObjectURL(picture);
          urls.push(url);
          return { id: photoId, url, description };
        }),
      );
    });
    return () => {
      isLive = false;
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [userId, driveId]);
  return photos;
}
