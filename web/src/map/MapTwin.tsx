import { useMemo } from 'react';
import type { DriveCardData } from '../api/types.js';
import { numberText } from '../lib/text/units.js';
import { titleOf } from '../lib/drives/drive-title.js';
import { mapTexts } from '../texts/map.js';
import type { MapCluster } from './map-port.js';
import styles from './MapView.module.css';
import type { MapContent } from './use-map-content.js';

const SHOWN_MAX = 20;

interface Props {
  content: MapContent | null;
  /** The clusters as drawn. */
  clusters: readonly MapCluster[];
  drives: readonly DriveCardData[];
  activeId: string | null;
  onCluster: (cluster: MapCluster) => void;
  onDrive: (id: string) => void;
}

/**
 * The map's content as a list, for people who use a screen reader or a keyboard. Visible only while it has the focus.
 */
export function MapTwin({ content, clusters, drives, activeId, onCluster, onDrive }: Props) {
  const largest = useMemo(() => [...clusters].sort((a, b) => b.count - a.count).slice(0, SHOWN_MAX), [clusters]);
  const drawn = useMemo(() => {
    const ids = new Set(content?.lines.map(({ id }) => id));
    return drives.filter(({ id }) => ids.has(id)).slice(0, SHOWN_MAX);
  }, [content, drives]);
  if (content === null) return null;
  // Drives whose lines are drawn next to clusters are counted in those.
  const listed = largest.length === 0 ? drawn.length : largest.reduce((sum, { count }) => sum + count, 0);
  const rest = content.total - listed;
  return (
    <section className={styles.twin} aria-label={mapTexts.twin.title}>
      <p role="status">{mapTexts.twin.announce(content.total, numberText(content.total))}</p>
      <ul>
        {largest.map((cluster) => (
          <li key={`${cluster.location.lat},${cluster.location.lng}`}>
            <button type="button" onClick={() => onCluster(cluster)}>
              {mapTexts.twin.cluster(cluster.count, numberText(cluster.count))}
            </button>
          </li>
        ))}
        {drawn.map((drive) => (
          <li key={drive.id}>
            <button type="button" aria-pressed={drive.id === activeId} onClick={() => onDrive(drive.id)}>
              {mapTexts.twin.drive(titleOf(drive))}
            </button>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{mapTexts.twin.more(numberText(rest))}</p>}
    </section>
  );
}
