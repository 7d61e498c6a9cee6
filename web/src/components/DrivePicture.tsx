import { skipToken } from '@reduxjs/toolkit/query';
import { useRef, useState } from 'react';
import { usePhotosQuery } from '../api/photos-api.js';
import type { DriveCardData } from '../api/types.js';
import { useDriveFlag } from '../lib/use-drive-marks.js';
import { useSeen } from '../lib/use-seen.js';
import { Silhouette } from './Silhouette.js';
import styles from './DrivePicture.module.css';

interface Props {
  drive: Pick<DriveCardData, 'id' | 'photos' | 'overviewPath'>;
  /** Which of the photo's sizes fits the place. */
  size?: 'small' | 'medium';
}

/** The drive's first photo; its silhouette when it has none or the photo does not load. */
export function DrivePicture({ drive, size = 'medium' }: Props) {
  const flag = useDriveFlag(drive.id);
  const url = drive.photos[0]?.[size];
  if (url === undefined && flag !== null) return <HiddenPicture drive={drive} size={size} />;
  return <Picture url={url} path={drive.overviewPath} />;
}

/** Of a drive that not everybody may see: its photos are asked for by who may, once the card is near the screen. */
function HiddenPicture({ drive: { id, overviewPath }, size }: Required<Props>) {
  const place = useRef<HTMLDivElement>(null);
  const { data } = usePhotosQuery(useSeen(place) ? id : skipToken);
  return (
    <div ref={place} className={styles.place}>
      <Picture url={data?.[0]?.[size]} path={overviewPath} />
    </div>
  );
}

function Picture({ url, path }: { url: string | undefined; path: string | undefined }) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === undefined || url === failed) return <Silhouette path={path} />;
  return <img src={url} alt="" loading="lazy" className={styles.photo} onError={() => setFailed(url)} />;
}
