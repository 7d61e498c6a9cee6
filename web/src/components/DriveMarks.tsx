import { IconBookmark, IconBookmarkFilled, IconCircleCheck, IconCircleCheckFilled } from './icons.js';
import type { MarkKind } from '../lib/prompt-slice.js';
import { useDriveMarks } from '../lib/use-drive-marks.js';
import { texts } from '../texts/en.js';
import styles from './DriveMarks.module.css';

const MARKS: readonly MarkKind[] = ['save', 'completed'];
const ICONS = {
  save: { off: IconBookmark, on: IconBookmarkFilled },
  completed: { off: IconCircleCheck, on: IconCircleCheckFilled },
};

interface Props {
  drive: { id: string; title: string };
  /** Shows their names next to them, if there is room. */
  named?: boolean;
  marks?: readonly MarkKind[];
}

/** Buttons that add the drive to the person's lists or remove it, without opening it. */
export function DriveMarks({ drive, named = false, marks: shown = MARKS }: Props) {
  const marks = useDriveMarks(drive.id);
  return (
    <div className={styles.marks} data-named={named}>
      {shown.map((mark) => {
        const Icon = ICONS[mark][marks[mark] ? 'on' : 'off'];
        return (
          <button
            key={mark}
            type="button"
            className={styles.mark}
            aria-pressed={marks[mark]}
            title={texts.account.marks[mark]}
            {...(named ? {} : { 'aria-label': texts.account.marks[mark] })}
            onClick={() => marks.toggle(mark)}
          >
            <span className={styles.face}>
              <Icon size={20} />
              {named && texts.account.marks[mark]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
