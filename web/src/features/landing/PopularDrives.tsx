import type { DriveCardData } from '../../api/types.js';
import { texts } from '../../texts/en.js';
import { DriveShelf } from './DriveShelf.js';
import styles from './DriveShelf.module.css';

interface Props {
  /** Undefined until they load. */
  drives: readonly DriveCardData[] | undefined;
  failed: boolean;
  onRetry: () => void;
}

/** The most saved and completed drives. */
export function PopularDrives({ drives, failed, onRetry }: Props) {
  return (
    <DriveShelf
      id="popular-drives"
      title={texts.landing.popular}
      drives={drives ?? []}
      note={noteOf({ drives, failed, onRetry })}
    />
  );
}

function noteOf({ drives, failed, onRetry }: Props) {
  if (failed && drives === undefined) {
    return (
      <p className={styles.note}>
        {texts.landing.popularFailed} {/* Plain button: Mantine's would make up a twentieth of this page's scripts. */}
        <button type="button" className={styles.retry} onClick={onRetry}>
          {texts.retry}
        </button>
      </p>
    );
  }
  return drives?.length === 0 ? <p className={styles.note}>{texts.landing.popularEmpty}</p> : undefined;
}
