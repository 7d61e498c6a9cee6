import { OFFLINE_PAGE } from '@switchback/contracts/rules/offline';
import { Link } from 'react-router';
import { useSession } from '../lib/people/use-user.js';
import { texts } from '../texts/en.js';
import styles from './FrameButton.module.css';

/** Links to the copies on this device, or to the copy of one drive, if the server is unreachable. */
export function OfflineDrivesLink({ driveId }: { driveId?: string }) {
  if (useSession() === null) return null;
  const search = driveId === undefined ? '' : `?drive=${encodeURIComponent(driveId)}`;
  return (
    <Link to={OFFLINE_PAGE + search} className={styles.button} data-variant="default">
      {texts.offline.kept}
    </Link>
  );
}
