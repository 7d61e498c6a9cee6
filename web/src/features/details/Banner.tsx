import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Silhouette } from '../../components/Silhouette.js';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { numberText } from '../../lib/units.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';

const words = detailsTexts.photos;

/** The drive's photos, one at a time; its silhouette when it has none, or when one does not load. */
export function Banner({ drive }: { drive: Pick<DriveDetails, 'photos' | 'overviewPath' | 'title'> }) {
  const [shown, setShown] = useState(0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const photos = drive.photos ?? [];
  const photo = photos[shown];
  const url = photo?.large ?? photo?.medium;
  const turn = (by: number) => setShown((shown + by + photos.length) % photos.length);
  return (
    <div className={styles.banner}>
      {photo === undefined || url === undefined || failed.includes(url) ? (
        <Silhouette path={drive.overviewPath} />
      ) : (
        <img
          src={url}
          alt={photo.description ?? words.of(drive.title ?? '', numberText(shown + 1))}
          onError={() => setFailed((known) => [...known, url])}
        />
      )}
      {photos.length > 1 && (
        <div className={styles.turns}>
          <button type="button" aria-label={words.previous} onClick={() => turn(-1)}>
            <IconChevronLeft aria-hidden="true" />
          </button>
          <button type="button" aria-label={words.next} onClick={() => turn(1)}>
            <IconChevronRight aria-hidden="true" />
          </button>
        </div>
      )}
    </div>
  );
}
