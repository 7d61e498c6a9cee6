import { Button } from '@mantine/core';
import type { Stop } from '@switchback/contracts/endpoints/stops';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { STOP_KINDS, type StopKind } from '@switchback/contracts/rules/region';
import { useState } from 'react';
import { IconDownload } from '../../../components/page-icons.js';
import { TogglePill } from '../../../components/TogglePill.js';
import { useUnits } from '../../../lib/store/store.js';
import { texts } from '../../../texts/en.js';
import { stopsTexts } from '../../../texts/stops.js';
import { deliverDrive } from '../../directions/gpx-file.js';
import panel from '../DetailsPanel.module.css';
import { stopFacts, stopName } from './stop-facts.js';
import styles from './Stops.module.css';
import { useStopsQuery } from './stops-endpoint.js';

const words = stopsTexts;
const FIRST = 6;

/** Lists where to stop along a drive, if the region's map knows of anything there. */
export default function StopsSection({ drive }: { drive: DriveDetails }) {
  const { data: stops = [], error, refetch } = useStopsQuery(drive.id);
  if (stops.length === 0 && error === undefined) return null;
  return (
    <section aria-label={words.title}>
      <h3 className={panel.heading}>{words.title}</h3>
      {error === undefined ? (
        <StopList drive={drive} stops={stops} />
      ) : (
        <p role="alert" className={panel.note}>
          {words.failed}{' '}
          <Button variant="subtle" size="compact-sm" mih={44} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
    </section>
  );
}

function StopList({ drive, stops }: { drive: DriveDetails; stops: readonly Stop[] }) {
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
      <p className={panel.note}>{words.lead}</p>
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
            <span className={styles.name}>{stopName(stop)}</span>
            <span className={styles.facts}>{stopFacts(stop, units).join(' · ')}</span>
          </li>
        ))}
      </ol>
      {matching.length > FIRST && (
        <Button variant="subtle" size="sm" mih={44} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.fewer : words.all(matching.length)}
        </Button>
      )}
      <Button
        variant="default"
        size="sm"
        mih={44}
        leftSection={<IconDownload size={18} />}
        onClick={() => void deliverDrive(withStops(drive, matching))}
      >
        {words.file}
      </Button>
      <p className={panel.note}>{words.credit}</p>
    </>
  );
}

/** Returns what a file contains of a drive, with stops among its points of interest. */
function withStops(drive: DriveDetails, stops: readonly Stop[]) {
  const places = stops.map((stop) => {
    const { name, kind, location } = stop;
    const label = name === null ? stopName(stop) : words.place(name, words.kinds[kind]);
    return { label, location, value: { location } };
  });
  return { ...drive, legs: drive.directions.legs, pointsOfInterest: [...drive.pointsOfInterest, ...places] };
}

function kindsOf(stops: readonly Stop[]): StopKind[] {
  const found = new Set(stops.map(({ kind }) => kind));
  return found.size < 2 ? [] : STOP_KINDS.filter((kind) => found.has(kind));
}
