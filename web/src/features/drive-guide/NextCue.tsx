import type { Cue } from '@switchback/geo/guide/guide-line';
import type { Shown } from '@switchback/geo/guide/guide-state';
import { IconMapPin, IconRoute } from '../../components/icons.js';
import { IconArrowUp, IconFlag } from '../../components/page-icons.js';
import { useUnits } from '../../lib/store/store.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './Driving.module.css';
import { aheadText, cueText } from './sentences.js';

const words = driveGuideTexts.view;
const ICONS = {
  turn: IconArrowUp,
  hairpins: IconRoute,
  bends: IconRoute,
  stop: IconMapPin,
  place: IconMapPin,
  end: IconFlag,
};

/** The next turn with its distance, the one after it, and the road; off the line, the way to it as an arrow. */
export function NextCue({ shown }: { shown: Shown }) {
  const units = useUnits();
  const { phase, next, after, road, going, back } = shown;
  const pointTo = ({ bearing, awayMeters }: { bearing: number; awayMeters: number }, text: string) => (
    <Banner
      Icon={IconArrowUp}
      turn={bearing - (shown.heading ?? 0)}
      label={words.arrow}
      title={aheadText(awayMeters, units)}
      text={text}
    />
  );
  if (going !== null) return pointTo(going, words.going(going.name));
  if (phase === 'arrived') return <Banner Icon={IconFlag} title={words.arrived} text="" />;
  if (phase !== 'on') {
    if (back === null) return <Banner Icon={IconMapPin} title={words.waiting} text="" />;
    return pointTo(back, phase === 'off' ? words.off : words.approach);
  }
  if (next === null) return <Banner Icon={IconRoute} title={words.keep} text={road} />;
  return (
    <Banner
      Icon={ICONS[next.cue.kind]}
      turn={turnOf(next.cue)}
      title={aheadText(next.awayMeters, units)}
      text={cueText(next.cue, units)}
      note={after === null ? undefined : words.after(aheadText(after.awayMeters, units), cueText(after.cue, units))}
      road={road}
    />
  );
}

interface BannerProps {
  Icon: typeof IconFlag;
  /** Degrees by which the icon is turned. */
  turn?: number;
  /** Meaning of an icon without text. */
  label?: string;
  title: string;
  text: string;
  note?: string | undefined;
  road?: string;
}

function Banner({ Icon, turn = 0, label, title, text, note, road = '' }: BannerProps) {
  return (
    <div className={styles.banner}>
      <span
        className={styles.icon}
        style={{ transform: `rotate(${Math.round(turn)}deg)` }}
        {...(label !== undefined && { role: 'img', 'aria-label': label })}
      >
        <Icon size={56} />
      </span>
      <div className={styles.next}>
        <p className={styles.distance}>{title}</p>
        {text !== '' && <p className={styles.text}>{text}</p>}
        {note !== undefined && <p className={styles.after}>{note}</p>}
        {road !== '' && <p className={styles.road}>{road}</p>}
      </div>
    </div>
  );
}

/** The direction of a turn, by the router's words. */
function turnOf(cue: Cue): number {
  if (cue.kind !== 'turn') return 0;
  const { type, text } = cue.maneuver;
  // A name of a road in the text may contain a direction.
  const words = (/left|right|straight|uturn|roundabout/.test(type) ? type : `${type} ${text}`).toLowerCase();
  const size = /slight|bear|keep|merge|ramp|exit/.test(words) ? 45 : /sharp/.test(words) ? 135 : 90;
  if (/u-?turn/.test(words)) return 180;
  return /\bleft/.test(words) ? -size : /\bright/.test(words) ? size : 0;
}
