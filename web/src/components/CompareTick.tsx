import type { DriveCardData } from '../api/types.js';
import { titleOf } from '../lib/drives/drive-title.js';
import { texts } from '../texts/en.js';
import styles from './CompareTick.module.css';

const words = texts.card;

/** Whether a drive is ticked; `full` if it is not, and no more can be. */
export type Compared = 'on' | 'off' | 'full';

interface Props {
  drive: Pick<DriveCardData, 'id' | 'title'>;
  compared: Compared;
  onCompare: (id: string, isTicked: boolean) => void;
}

/** The box in the corner of a card that adds the drive to the comparison. */
export function CompareTick({ drive, compared, onCompare }: Props) {
  return (
    <label className={styles.tick} title={compared === 'full' ? words.compareFull : words.compare(titleOf(drive))}>
      <input
        type="checkbox"
        className={styles.box}
        checked={compared === 'on'}
        disabled={compared === 'full'}
        aria-label={words.compare(titleOf(drive))}
        onChange={({ target }) => onCompare(drive.id, target.checked)}
      />
    </label>
  );
}
