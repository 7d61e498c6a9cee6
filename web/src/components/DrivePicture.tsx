import { Suspense } from 'react';
import type { DriveCardData } from '../api/types.js';
import { isPublished } from '../lib/drives/drive-state.js';
import { lazyComponent } from './lazy-component.js';
import { Picture } from './Picture.js';

// Few people see restricted drives.
const HiddenPicture = lazyComponent(() => import('./HiddenPicture.js'), 'nothing');

interface Props {
  drive: Pick<DriveCardData, 'id' | 'photos' | 'overviewPath' | 'approximate' | 'privacy' | 'status'>;
  /** The image size to use. */
  size?: 'small' | 'medium';
}

/** The drive's first photo; its silhouette if there is none or it does not load. */
export function DrivePicture({ drive, size = 'medium' }: Props) {
  const { id, photos, overviewPath: path, approximate } = drive;
  const url = photos[0]?.[size];
  const plain = <Picture url={url} path={path} approximate={approximate} />;
  if (url !== undefined || isPublished(drive)) return plain;
  return (
    <Suspense fallback={plain}>
      <HiddenPicture id={id} path={path} approximate={approximate} size={size} />
    </Suspense>
  );
}
