import { IconUser } from './page-icons.js';
import type { Avatar as AvatarData } from '@switchback/contracts/resources/user';
import { useState } from 'react';
import styles from './Avatar.module.css';

interface Props {
  avatar: AvatarData | null;
  /** The image size to use. */
  size: 'small' | 'medium';
}

/** A person's picture, or a placeholder without one or if it does not load. Decorative: the name is next to it. */
export function Avatar({ avatar, size }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  const url = avatar?.[size];
  return (
    <span className={styles.avatar} data-size={size}>
      {url === undefined || url === failed ? (
        <IconUser className={styles.icon} stroke={1.5} />
      ) : (
        <img src={url} alt="" onError={() => setFailed(url)} />
      )}
    </span>
  );
}
