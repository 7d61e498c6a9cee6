import { IconList, IconMap } from '../../../components/page-icons.js';
import { useRef } from 'react';
import { exploreTexts } from '../../../texts/explore.js';
import { VIEWS, type View } from '../explore-state.js';
import styles from './Layout.module.css';

const ICONS = { map: IconMap, list: IconList };
export const RESULTS_PANEL_ID = 'explore-results';

/** Map and List, as tabs. */
export function ViewTabs({ view, onView }: { view: View; onView: (view: View) => void }) {
  const tabs = useRef<HTMLDivElement>(null);
  const go = (next: View) => {
    onView(next);
    tabs.current?.querySelector<HTMLElement>(`[data-view="${next}"]`)?.focus();
  };
  return (
    <div ref={tabs} role="tablist" aria-label={exploreTexts.views.label} className={styles.tabs}>
      {VIEWS.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            role="tab"
            data-view={name}
            aria-selected={view === name}
            aria-controls={RESULTS_PANEL_ID}
            tabIndex={view === name ? 0 : -1}
            className={styles.tab}
            onClick={() => onView(name)}
            onKeyDown={(event) => {
              if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') go(view === 'map' ? 'list' : 'map');
            }}
          >
            <Icon size={18} />
            {exploreTexts.views[name]}
          </button>
        );
      })}
    </div>
  );
}
