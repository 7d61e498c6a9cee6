import { texts } from '../texts/en.js';
import styles from './MapView.module.css';

/** What the map has to say when it shows nothing new. */
export function MapNotice({ failed, empty }: { failed: boolean; empty: boolean }) {
  const text = failed ? texts.map.contentFailed : empty ? texts.explore.results.emptyMap : '';
  return (
    <div className={styles.noticePlace} role="status">
      {text !== '' && <p className={styles.notice}>{text}</p>}
    </div>
  );
}
