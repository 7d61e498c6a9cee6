import { CloseButton, useComputedColorScheme } from '@mantine/core';
import '@mantine/core/styles/CloseButton.css';
import type { Units } from '@switchback/contracts/rules/units';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import type { DriveCardData } from '../../../api/types.js';
import { Figures } from '../../../components/Figures.js';
import { isKnown } from '../../../components/Gain.js';
import { IconChevronLeft, IconChevronRight } from '../../../components/icons.js';
import { Stars } from '../../../components/Stars.js';
import { curvinessWithFigure } from '../../../lib/drives/curviness-text.js';
import { landTraits } from '../../../lib/drives/drive-tags.js';
import { titleOf } from '../../../lib/drives/drive-title.js';
import { drivenDistance, drivenDuration } from '../../../lib/drives/figure-texts.js';
import { driveLink } from '../../../lib/search/explore-links.js';
import { useUnits } from '../../../lib/store/store.js';
import { heightText } from '../../../lib/text/units.js';
import { comparedColors } from '../../../map/map-port.js';
import { exploreTexts } from '../../../texts/explore.js';
import { texts } from '../../../texts/en.js';
import type { Away } from '../results/use-away.js';
import styles from './Comparison.module.css';

const words = exploreTexts.compare;

interface Props {
  drives: readonly DriveCardData[];
  isLoading: boolean;
  away: Away;
  onOpen: (drive: DriveCardData) => void;
  onRemove: (id: string) => void;
  onClear: () => void;
  onClose: () => void;
}

/** Up to three drives side by side; on a phone, one at a time. Their colors and numbers are those of the map. */
export function Comparison({ drives, isLoading, away, onOpen, onRemove, onClear, onClose }: Props) {
  const units = useUnits();
  const colors = comparedColors(useComputedColorScheme('light') === 'dark');
  const scroller = useRef<HTMLDivElement>(null);
  const page = (direction: 1 | -1) => {
    const column = scroller.current?.querySelector('td');
    scroller.current?.scrollBy({ left: direction * (column?.clientWidth ?? 0), behavior: 'smooth' });
  };
  return (
    <section className={styles.panel} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <Head onPage={page} onClose={onClose} />
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={words.title}>
        <table className={styles.table} style={{ '--drives': drives.length }}>
          <thead>
            <tr>
              <td />
              {drives.map((drive, index) => (
                <th key={drive.id} scope="col">
                  <span className={styles.number} style={{ background: colors[index] }}>
                    {index + 1}
                  </span>
                  <Link
                    to={driveLink(drive)}
                    onClick={(event) => {
                      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                      event.preventDefault();
                      onOpen(drive);
                    }}
                  >
                    {titleOf(drive)}
                  </Link>
                  <CloseButton
                    size={44}
                    className={styles.remove ?? ''}
                    aria-label={words.remove(titleOf(drive))}
                    onClick={() => onRemove(drive.id)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rowsOf(units, drives.some(away) ? away : null).map(({ name, shown }) => (
              <tr key={name}>
                <th scope="row">{words.rows[name]}</th>
                {drives.map((drive) => (
                  <td key={drive.id}>{shown(drive) ?? <span className={styles.unknown}>{words.unknown}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {drives.length < 2 && !isLoading && <p className={styles.more}>{words.more}</p>}
      <button type="button" className={styles.clear} onClick={onClear}>
        {words.clear}
      </button>
    </section>
  );
}

interface HeadProps {
  /** Scrolls to the next drive, or back to the one before. */
  onPage: (direction: 1 | -1) => void;
  onClose: () => void;
}

function Head({ onPage, onClose }: HeadProps) {
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{words.title}</h2>
      <div className={styles.pager}>
        <button type="button" aria-label={words.previous} onClick={() => onPage(-1)}>
          <IconChevronLeft />
        </button>
        <button type="button" aria-label={words.next} onClick={() => onPage(1)}>
          <IconChevronRight />
        </button>
      </div>
      <CloseButton size={44} aria-label={texts.close} onClick={onClose} />
    </div>
  );
}

interface Row {
  name: keyof typeof words.rows;
  /** Undefined if it is not known. */
  shown: (drive: DriveCardData) => ReactNode;
}

/** @param away null without a place to measure from. */
function rowsOf(units: Units, away: Away | null): readonly Row[] {
  return [
    { name: 'distance', shown: (drive) => <Figures text={drivenDistance(drive, units)} /> },
    { name: 'duration', shown: (drive) => <Figures text={drivenDuration(drive)} /> },
    { name: 'curves', shown: ({ curviness }) => curvinessWithFigure(curviness, units) || undefined },
    { name: 'climb', shown: ({ gain }) => (isKnown(gain) ? heightText(gain, units) : undefined) },
    { name: 'landscape', shown: (drive) => landTraits(drive, units).join(', ') || undefined },
    ...(away === null ? [] : [{ name: 'away', shown: away } as const]),
    { name: 'rating', shown: (drive) => <Stars drive={drive} /> },
  ];
}
