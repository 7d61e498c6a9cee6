import { useState } from 'react';
import styles from './Picture.module.css';
import { Silhouette } from './Silhouette.js';

interface Props {
  url: string | undefined;
  path: string | undefined;
}

/** A photo; the silhouette of the line if there is none or it does not load. */
export function Picture({ url, path }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === undefined || url === failed) return <Silhouette path={path} />;
  return <img src={url} alt="" loading="lazy" className={styles.photo} onError={() => setFailed(url)} />;
}
