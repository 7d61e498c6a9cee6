import { IconBookmark, IconBookmarkFilled, IconCircleCheck, IconCircleCheckFilled, IconPlaylistAdd } from './icons.js';
import type { MarkKind } from '../api/types.js';
import { useCollect, useDriveMarks } from '../lib/drives/use-drive-marks.js';
import { texts } from '../texts/en.js';
import styles from './DriveMarks.module.css';

const words = texts.account.marks;

/** A list of the person, or their collections. */
type Mark = MarkKind | 'collect';

const MARKS: readonly Mark[] = ['save', 'completed', 'collect'];
const ICONS = {
  save: { off: IconBookmark, on: IconBookmarkFilled },
  completed: { off: IconCircleCheck, on: IconCircleCheckFilled },
  collect: { off: IconPlaylistAdd, on: IconPlaylistAdd },
};

interface Props {
  drive: { id: string; title: string };
  /** Shows their names next to them, if there is room. */
  named?: boolean;
  marks?: readonly Mark[];
}

/** Buttons that add the drive to the person's lists and collections or remove it, without opening it. */
export function DriveMarks({ drive, named = false, marks: shown = MARKS }: Props) {
  const marks = useDriveMarks(drive.id);
  const collect = useCollect(drive.id);
  return (
    <div className={styles.marks} data-named={named}>
      {shown.map((mark) => {
        const isOn = mark !== 'collect' && marks[mark];
        const Icon = ICONS[mark][isOn ? 'on' : 'off'];
        const label = words[mark === 'save' && isOn ? 'saved' : mark];
        return (
          <button
            key={mark}
            type="button"
            className={styles.mark}
            title={label}
            {...(mark === 'collect' ? { 'aria-haspopup': 'dialog' } : { 'aria-pressed': isOn })}
            {...(named && mark !== 'collect' ? {} : { 'aria-label': words[mark] })}
            onClick={() => (mark === 'collect' ? collect() : marks.toggle(mark))}
          >
            <span className={styles.face}>
              <Icon size={20} />
              {named && (mark === 'collect' ? texts.account.collection : label)}
            </span>
          </button>
        );
      })}
    </div>
  );
}
