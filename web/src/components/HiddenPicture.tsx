import { skipToken } from '@reduxjs/toolkit/query';
import { useRef } from 'react';
import { usePhotosQuery } from '../api/photos-api.js';
import { useSeen } from '../lib/page/use-seen.js';
import { Picture } from './Picture.js';
import styles from './Picture.module.css';

interface Props {
  id: string;
  path: string | undefined;
  approximate: boolean;
  size: 'small' | 'medium';
}

/** Picture of a restricted drive: requests its photos as the person, once the card is near the screen. */
export default function HiddenPicture({ id, path, approximate, size }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { data } = usePhotosQuery(useSeen(place) ? id : skipToken);
  return (
    <div ref={place} className={styles.place}>
      <Picture url={data?.[0]?.[size]} path={path} approximate={approximate} />
    </div>
  );
}
