import { IconAdjustmentsHorizontal } from '../../../components/page-icons.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Layout.module.css';

interface Props {
  count: number;
  open: boolean;
  onToggle: () => void;
}

/** Opens or closes the filters; its badge counts the active ones. */
export function FiltersButton({ count, open, onToggle }: Props) {
  return (
    <button
      type="button"
      className={styles.filtersButton}
      aria-expanded={open}
      aria-controls="explore-filters"
      onClick={onToggle}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && open) onToggle();
      }}
    >
      <IconAdjustmentsHorizontal size={18} />
      {exploreTexts.filters.button}
      {count > 0 && (
        <span className={styles.badge}>
          {count}
          <span className="visually-hidden">{` ${exploreTexts.filters.activeSuffix}`}</span>
        </span>
      )}
    </button>
  );
}
