import { Suspense } from 'react';
import type { DriveCardData } from '../api/types.js';
import { useDriveFlag } from '../lib/use-drive-marks.js';
import { lazyComponent } from './lazy-component.js';
import { Picture } from './Picture.js';

// Few people see restricted drives.
const HiddenPicture = lazyComponent(() => import('./HiddenPicture.js'), 'nothing');

interface Props {
  drive: Pick<DriveCardData, 'id' | 'photos' | 'overviewPath' | 'approximate'>;
  /** The image size to use. */
  size?: 'small' | 'medium';
}

/** The drive's first photo; its silhouette if there is none or it does not load. */
export function DrivePicture({ drive: { id, photos, overviewPath: path, approximate }, size = 'medium' }: Props) {
  const flag = useDriveFlag(id);
  const url = photos[0]?.[size];
  const plain = <Picture url={url} path={path} approximate={approximate} />;
  if (url !== undefined || flag === null) return plain;
  return (
    <Suspense fallback={plain}>
      <HiddenPicture id={id} path={path} approximate={approximate} size={size} />
    </Suspense>
  );
}
