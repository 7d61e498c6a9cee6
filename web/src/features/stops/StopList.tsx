import { Button } from '@mantine/core';
import type { Stop } from '@switchback/contracts/endpoints/stops';
import { STOP_KINDS, type StopKind } from '@switchback/contracts/rules/region';
import { type ReactNode, useState } from 'react';
import { TogglePill } from '../../components/TogglePill.js';
import { useUnits } from '../../lib/store/store.js';
import { stopsTexts as words } from '../../texts/stops.js';
import { stopFacts, stopName } from './stop-facts.js';
import styles from './Stops.module.css';

const FIRST = 6;

interface Props {
  stops: readonly Stop[];
  /** Shown next to each stop. */
  action?: (stop: Stop) => ReactNode;
  /** Shown below the list, for all stops of the chosen kinds. */
  footer?: (matching: readonly Stop[]) => ReactNode;
}

/** Stops in the order of a drive, which can be chosen by kind. */
export function StopList({ stops, action, footer }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<StopKind>>(new Set());
  const [isWhole, setWhole] = useState(false);
  const units = useUnits();
  const matching = stops.filter(({ kind }) => chosen.size === 0 || chosen.has(kind));
  const shown = isWhole ? matching : matching.slice(0, FIRST);
  const toggle = (kind: StopKind) => {
    const next = new Set(chosen);
    if (!next.delete(kind)) next.add(kind);
    setChosen(next);
  };
  return (
    <>
      <p className={styles.note}>{words.lead}</p>
      <div role="group" aria-label={words.filter} className={styles.kinds}>
        {kindsOf(stops).map((kind) => (
          <TogglePill key={kind} pressed={chosen.has(kind)} onToggle={() => toggle(kind)}>
            {words.kinds[kind]}
          </TogglePill>
        ))}
      </div>
      <ol className={styles.list}>
        {shown.map((stop) => (
          <li key={stop.id} className={styles.stop}>
            <div className={styles.texts}>
              <span className={styles.name}>{stopName(stop)}</span>
              <span className={styles.facts}>{stopFacts(stop, units).join(' · ')}</span>
            </div>
            {action?.(stop)}
          </li>
        ))}
      </ol>
      {matching.length > FIRST && (
        <Button variant="subtle" size="sm" mih={44} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.fewer : words.all(matching.length)}
        </Button>
      )}
      {footer?.(matching)}
      <p className={styles.note}>{words.credit}</p>
    </>
  );
}

function kindsOf(stops: readonly Stop[]): StopKind[] {
  const found = new Set(stops.map(({ kind }) => kind));
  return found.size < 2 ? [] : STOP_KINDS.filter((kind) => found.has(kind));
}
