import { mapTexts } from '../texts/map.js';
import styles from './MapView.module.css';

/** Where an operator gets files for `BASEMAP_FILE`, as the README says. */
const STREETS_HELP = 'https://docs.protomaps.com/basemaps/downloads';

interface Props {
  /** The content on the map is not of this area. */
  failed: boolean;
  /** Staff look at the shipped map closer than its roads are accurate. */
  coarse: boolean;
}

/**
 * Reports that the content on the map is not of this area, or that the map itself has no streets. An empty area needs
 * no notice: the results next to the map show it.
 */
export function MapNotice({ failed, coarse }: Props) {
  return (
    <div className={styles.noticePlace} role="status">
      {failed && <p className={styles.notice}>{mapTexts.contentFailed}</p>}
      {!failed && coarse && (
        <a className={styles.notice} href={STREETS_HELP} target="_blank" rel="noopener" title={mapTexts.overviewHelp}>
          {mapTexts.overview}
        </a>
      )}
    </div>
  );
}
