import { decodePolyline } from '@switchback/geo/polyline';
import { silhouettePath } from '@switchback/geo/silhouette';
import { useMemo } from 'react';
import styles from './Silhouette.module.css';

const BOX = { width: 160, height: 120, padding: 18 };

interface Props {
  path: string | undefined;
  /** Dashes the line, as the map does: it does not follow the road between its points. */
  approximate?: boolean | undefined;
  className?: string | undefined;
}

/** A drawing of the drive's route, in place of a photo. A plain surface until the route is known. */
export function Silhouette({ path, approximate = false, className }: Props) {
  const outline = useMemo(() => outlineOf(path), [path]);
  return (
    <svg
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      preserveAspectRatio="xMidYMid meet"
      className={`${styles.silhouette} ${className ?? ''}`}
      aria-hidden="true"
      focusable="false"
    >
      {outline !== '' && (
        <>
          <path d={outline} className={styles.edge} />
          <path d={outline} className={styles.line} data-approximate={approximate} />
        </>
      )}
    </svg>
  );
}

function outlineOf(path: string | undefined): string {
  if (path === undefined || path === '') return '';
  try {
    return silhouettePath(decodePolyline(path), BOX);
  } catch {
    return '';
  }
}
