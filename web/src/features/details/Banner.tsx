import { IconChevronLeft, IconChevronRight } from '../../components/icons.js';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState, type KeyboardEvent } from 'react';
import { usePhotosQuery } from '../../api/photos-api.js';
import { Silhouette } from '../../components/Silhouette.js';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { numberText } from '../../lib/text/units.js';
import { detailsTexts } from '../../texts/details.js';
import styles from './DetailsPanel.module.css';
import { isPublished } from '../../lib/drives/drive-state.js';
import { useSwipe } from './use-swipe.js';

const words = detailsTexts.photos;

interface Props {
  drive: DriveDetails;
  /** True next to a map that shows the drive, which then needs no silhouette. */
  isOnMap: boolean;
}

/** Shows the drive's photos one at a time; falls back to its silhouette if it has none, or if one fails to load. */
export function Banner({ drive, isOnMap }: Props) {
  // A published drive includes its photos; for any other, users with access must request them.
  const { data: own } = usePhotosQuery(isPublished(drive) ? skipToken : drive.id);
  const photos = own ?? drive.photos;
  const [shown, setShown] = useState(0);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const photo = photos[shown];
  const url = photo?.large ?? photo?.medium;
  const turn = (by: number) => setShown((shown + by + photos.length) % photos.length);
  const swipe = useSwipe(turn);
  if (photo === undefined && isOnMap) return null;
  const isCarousel = photos.length > 1;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') turn(-1);
    if (key === 'ArrowRight') turn(1);
  };
  return (
    <div
      className={styles.banner}
      {...(isCarousel && { role: 'group', 'aria-label': words.carousel, onKeyDown, ...swipe })}
    >
      {photo === undefined || url === undefined || failed.includes(url) ? (
        <Silhouette path={drive.overviewPath} approximate={drive.approximate} />
      ) : (
        <img
          src={url}
          alt={photo.description || words.of(drive.title ?? '', numberText(shown + 1))}
          onError={() => setFailed((known) => [...known, url])}
        />
      )}
      {isCarousel && (
        <div className={styles.turns}>
          <button type="button" aria-label={words.previous} onClick={() => turn(-1)}>
            <IconChevronLeft />
          </button>
          <button type="button" aria-label={words.next} onClick={() => turn(1)}>
            <IconChevronRight />
          </button>
        </div>
      )}
    </div>
  );
}
