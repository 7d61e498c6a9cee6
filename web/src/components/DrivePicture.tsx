import { Suspense } from 'react';
import type { DriveCardData } from '../api/types.js';
import { useDriveFlag } from '../lib/use-drive-marks.js';
import { part } from './part.js';
import { Picture } from './Picture.js';

// Few people see drives that not everybody may see.
const HiddenPicture = part(() => import('./HiddenPicture.js'), 'nothing');

interface Props {
  drive: Pick<DriveCardData, 'id' | 'photos' | 'overviewPath'>;
  /** Which of the photo's sizes fits the place. */
  size?: 'small' | 'medium';
}

/** The drive's first photo; its silhouette when it has none or the photo does not load. */
export function DrivePicture({ drive: { id, photos, overviewPath: path }, size = 'medium' }: Props) {
  const flag = useDriveFlag(id);
  const url = photos[0]?.[size];
  const plain = <Picture url={url} path={path} />;
  if (url !== undefined || flag === null) return plain;
  return (
    <Suspense fallback={plain}>
      <HiddenPicture {...{ id, path, size }} />
    </Suspense>
  );
}
