import { Button, Checkbox, CloseButton, useComputedColorScheme } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/InlineInput.css';
import type { Road } from '@switchback/contracts/endpoints/roads';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { sentences } from '../../../api/error.js';
import { DraftDialogs } from '../../../components/DraftDialogs.js';
import { Notice } from '../../../components/Notice.js';
import { useUnits } from '../../../lib/store/store.js';
import { curvinessText } from '../../../lib/drives/curviness-text.js';
import { driveLink } from '../../../lib/search/explore-links.js';
import { numberText } from '../../../lib/text/units.js';
import { curvinessColors } from '../../../map/map-port.js';
import { texts } from '../../../texts/en.js';
import { roadsTexts } from '../../../texts/roads.js';
import { wayTexts } from '../../../texts/ways.js';
import { roadFacts, roadName } from './road-facts.js';
import styles from './Roads.module.css';
import { TakeRoads } from './TakeRoads.js';
import { type RoadMaker, useMakeRoad } from './use-make-road.js';
import type { Roads } from './use-roads.js';

const words = roadsTexts;
/** Rows of the list; the map shows all. */
const ROWS_MAX = 25;

/** The curviest roads in view, each of which becomes a drive, or leads to the drive along it. */
export default function RoadList({ roads }: { roads: Roads }) {
  const { shown, chosenId, choose, toggle, withUnpaved, showUnpaved } = roads;
  const maker = useMakeRoad(shown);
  const chosen = shown.find(({ id }) => id === chosenId);
  const first = shown.slice(0, ROWS_MAX);
  const rows = chosen === undefined || first.includes(chosen) ? first : [chosen, ...first];
  return (
    <section className={styles.panel} aria-label={words.near}>
      <div className={styles.head}>
        <div>
          <h3 className={styles.title}>{words.near}</h3>
          <p role="status" className={styles.count}>
            {countOf(roads, rows.length)}
          </p>
        </div>
        <CloseButton size={44} aria-label={texts.close} onClick={toggle} />
      </div>
      <Checkbox
        className={styles.unpaved ?? ''}
        label={wayTexts.unpaved}
        checked={withUnpaved}
        onChange={({ currentTarget }) => showUnpaved(currentTarget.checked)}
      />
      {roads.error !== null && (
        <Notice kind="error" title={words.failed} text={sentences(roads.error)}>
          <Button variant="default" mih={44} onClick={roads.retry}>
            {words.retry}
          </Button>
        </Notice>
      )}
      <DraftDialogs opening={maker} />
      <TakeRoads roads={shown} />
      <ol className={styles.list}>
        {rows.map((road) => (
          <RoadRow key={road.id} road={road} isChosen={road.id === chosenId} onChoose={choose} maker={maker} />
        ))}
      </ol>
    </section>
  );
}

function countOf({ isTooFar, total, error }: Roads, rows: number): string {
  if (isTooFar) return words.tooFar;
  if (total === null) return error === null ? words.searching : '';
  if (total === 0) return words.none;
  const found = words.count(total, numberText(total));
  return total > rows ? words.shown(numberText(rows), found) : found;
}

interface RowProps {
  road: Road;
  isChosen: boolean;
  onChoose: (id: string) => void;
  maker: RoadMaker;
}

function RoadRow({ road, isChosen, onChoose, maker }: RowProps) {
  const units = useUnits();
  const colors = curvinessColors(useComputedColorScheme('light') === 'dark');
  const row = useRef<HTMLLIElement>(null);
  const name = roadName(road);
  // A road that was chosen on the map comes into view.
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isChosen]);
  return (
    <li ref={row} className={styles.row} data-chosen={isChosen}>
      <h4 className={styles.name}>
        <button type="button" aria-pressed={isChosen} className={styles.choose} onClick={() => onChoose(road.id)}>
          {name}
        </button>
      </h4>
      <p className={styles.facts}>
        <span className={styles.band} style={{ '--band': colors[road.curviness.band] }}>
          {curvinessText(road.curviness)}
        </span>
        {roadFacts(road, units).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <p className={styles.action}>
        {road.driveId === null ? (
          <Button
            variant="default"
            mih={44}
            aria-label={words.makeOf(name)}
            loading={maker.isBusy(road)}
            onClick={() => maker.make(road)}
          >
            {words.make}
          </Button>
        ) : (
          <Link
            to={driveLink({ id: road.driveId, title: name })}
            aria-label={words.openOf(name)}
            className={styles.open}
          >
            {words.open}
          </Link>
        )}
      </p>
    </li>
  );
}
