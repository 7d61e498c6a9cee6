import { useState } from 'react';
import type { DriveCardData } from '../api/types.js';
import { Silhouette } from './Silhouette.js';
import styles from './DrivePicture.module.css';

interface Props {
  drive: Pick<DriveCardData, 'photos' | 'overviewPath'>;
  /** Which of the photo's sizes fits the place. */
  size?: 'small' | 'medium';
}

/** The drive's first photo; its silhouette when it has none or the photo does not load. */
export function DrivePicture({ drive, size = 'medium' }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = drive.photos[0]?.[size];
  if (url === undefined || url === failed) return <Silhouette path={drive.overviewPath} />;
  return <img src={url} alt="" loading="lazy" className={styles.photo} onError={() => setFailed(url)} />;
}
