import { useRef } from 'react';
import { useFirstPhoto } from '../lib/drives/use-first-photo.js';
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
  const photo = useFirstPhoto(id, { isNeeded: useSeen(place) });
  return (
    <div ref={place} className={styles.place}>
      <Picture url={photo?.[size]} path={path} approximate={approximate} />
    </div>
  );
}
