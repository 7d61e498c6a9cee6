import {
  IconBookmark,
  IconBookmarkFilled,
  IconChevronDown,
  IconCircleCheck,
  IconCircleCheckFilled,
  IconPlaylistAdd,
} from './icons.js';
import type { ComponentProps } from 'react';
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
};

interface Props {
  drive: { id: string; title: string };
  /** Shows their names next to them, if there is room. */
  named?: boolean;
  /** There is room for one button for each mark only. */
  narrow?: boolean;
  marks?: readonly Mark[];
}

/** Buttons that add the drive to the person's lists and collections or remove it, without opening it. */
export function DriveMarks({ drive, named = false, narrow = false, marks: shown = MARKS }: Props) {
  const marks = useDriveMarks(drive.id);
  return (
    <div className={styles.marks} data-named={named}>
      {shown.map((mark) => {
        if (mark === 'collect') return <CollectButtons key={mark} driveId={drive.id} named={named} narrow={narrow} />;
        const isOn = marks[mark];
        const label = words[mark === 'save' && isOn ? 'saved' : mark];
        return (
          <MarkButton
            key={mark}
            Icon={ICONS[mark][isOn ? 'on' : 'off']}
            title={label}
            text={named ? label : null}
            aria-pressed={isOn}
            {...(!named && { 'aria-label': words[mark] })}
            onClick={() => marks.toggle(mark)}
          />
        );
      })}
    </div>
  );
}

/**
 * One press adds the drive to the last used collection; a second button offers all of them. Where it has no room, the
 * line that reports the addition does.
 */
function CollectButtons({ driveId, named, narrow }: { driveId: string; named: boolean; narrow: boolean }) {
  const { last, choose } = useCollect(driveId);
  const chooseProps = { ...CHOOSE, onClick: choose };
  const add = last && { title: words.addTo(last.name), 'aria-label': words.addTo(last.name), onClick: last.add };
  return (
    <div className={styles.pair}>
      {/* This element stays when its action changes, so that the dialog can return the focus to it. */}
      <MarkButton
        {...(add ?? chooseProps)}
        Icon={IconPlaylistAdd}
        text={named ? (last?.name ?? texts.account.collection) : null}
      />
      {last !== null && !narrow && <MarkButton {...chooseProps} Icon={IconChevronDown} text={null} />}
    </div>
  );
}

const CHOOSE = { 'aria-haspopup': 'dialog', 'aria-label': words.collect, title: words.collect } as const;

interface ButtonProps extends ComponentProps<'button'> {
  Icon: typeof IconBookmark;
  /** Next to the icon. */
  text: string | null;
}

function MarkButton({ Icon, text, ...props }: ButtonProps) {
  return (
    <button type="button" className={styles.mark} {...props}>
      <span className={styles.face}>
        <Icon size={20} />
        {text !== null && <span className={styles.name}>{text}</span>}
      </span>
    </button>
  );
}
