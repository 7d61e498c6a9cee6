import { useState } from 'react';
import styles from './Picture.module.css';
import { Silhouette } from './Silhouette.js';

interface Props {
  url: string | undefined;
  path?: string | undefined;
  approximate?: boolean;
  alt?: string;
  /** Fills the place of the photo while it loads. */
  color?: string;
}

/** A photo; the silhouette of the line if there is none or it does not load. */
export function Picture({ url, path, approximate = false, alt = '', color }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === undefined || url === failed) return <Silhouette path={path} approximate={approximate} />;
  return (
    <img
      src={url}
      alt={alt}
      loading="lazy"
      className={styles.photo}
      style={{ backgroundColor: color }}
      onError={() => setFailed(url)}
    />
  );
}
