import { TogglePill } from '../../../components/TogglePill.js';
import { useUser } from '../../../lib/use-user.js';
import { exploreTexts } from '../../../texts/explore.js';
import { KINDS, type Kind } from '../explore-state.js';
import styles from './Filters.module.css';

const words = exploreTexts.filters;

interface Props {
  off: readonly Kind[];
  onChange: (off: Kind[]) => void;
}

/**
 * Toggles the kinds of drive shown. Offered to users with any but public drives, and if a link has switched a kind off.
 */
export function KindFilter({ off, onChange }: Props) {
  const user = useUser();
  const lists = user === null ? [] : [user.privateDrives, user.savedDrives, user.completedDrives, user.sharedDrives];
  if (off.length === 0 && lists.every(({ length }) => length === 0)) return null;
  return (
    <fieldset className={styles.tagGroup}>
      <legend>{words.kinds}</legend>
      {KINDS.map((kind) => (
        <TogglePill
          key={kind}
          pressed={!off.includes(kind)}
          onToggle={() => onChange(KINDS.filter((other) => off.includes(other) !== (other === kind)))}
        >
          {words.kindNames[kind]}
        </TogglePill>
      ))}
    </fieldset>
  );
}
