import { OfflineDriveList } from '../../../components/OfflineDriveList.js';
import buttonStyles from '../../../components/FrameButton.module.css';
import type { OfflineDrive } from '../../../lib/offline/offline-drives.js';
import { useOnline } from '../../../lib/offline/use-online.js';
import { exploreTexts } from '../../../texts/explore.js';
import { texts } from '../../../texts/en.js';
import styles from './Results.module.css';

interface Props {
  drives: readonly OfflineDrive[];
  onRetry: () => void;
}

/** The drives on this device, shown as long as the server cannot be reached. */
export function OfflineResults({ drives, onRetry }: Props) {
  const online = useOnline();
  return (
    <div className={styles.offline}>
      {/* Without a network, the line at the bottom of every page says so. */}
      {online && (
        <div role="status" className={styles.unreachable}>
          <p>{exploreTexts.results.unreachable}</p>
          <button type="button" className={buttonStyles.button} onClick={onRetry}>
            {texts.retry}
          </button>
        </div>
      )}
      <h3>{texts.offline.kept}</h3>
      <OfflineDriveList drives={drives} />
    </div>
  );
}
