import { useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import buttonStyles from '../../components/FrameButton.module.css';
import { texts } from '../../texts/en.js';
import { useOnline } from '../../lib/offline/use-online.js';
import { followWaiting, isWaiting, update } from './service-worker.js';
import styles from '../shell/Shell.module.css';

const words = texts.offline;

/** A line at the bottom of the window if there is no network, or a newer version is waiting; usually empty. */
export function UpdateNotice() {
  const online = useOnline();
  const waiting = useSyncExternalStore(followWaiting, isWaiting);
  const { pathname } = useLocation();
  return (
    <div role="status">
      {!online && pathname !== OFFLINE_PAGE && (
        <p className={styles.notice}>
          {words.noNetwork} <Link to={OFFLINE_PAGE}>{words.kept}</Link>
        </p>
      )}
      {online && waiting && (
        <p className={styles.notice}>
          {words.newer}
          <button type="button" className={buttonStyles.button} data-variant="default" onClick={update}>
            {words.reload}
          </button>
        </p>
      )}
    </div>
  );
}
