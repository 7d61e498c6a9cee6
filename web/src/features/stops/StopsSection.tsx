import { Button } from '@mantine/core';
import type { Stop } from '@switchback/contracts/endpoints/stops';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { IconDownload } from '../../components/page-icons.js';
import { texts } from '../../texts/en.js';
import { stopsTexts as words } from '../../texts/stops.js';
import { deliverDrive } from '../directions/gpx-file.js';
import { placeLabel } from './stop-facts.js';
import { StopList } from './StopList.js';
import styles from './Stops.module.css';
import { useStopsQuery } from './stops-endpoint.js';

/** Lists where to stop along a drive, if the region's map knows of anything there. */
export default function StopsSection({ drive }: { drive: DriveDetails }) {
  const { data: stops = [], error, refetch } = useStopsQuery(drive.id);
  if (stops.length === 0 && error === undefined) return null;
  return (
    <section aria-label={words.title}>
      <h3 className={styles.heading}>{words.title}</h3>
      {error === undefined ? (
        <StopList
          stops={stops}
          footer={(matching) => (
            <Button
              variant="default"
              size="sm"
              mih={44}
              leftSection={<IconDownload size={18} />}
              onClick={() => void deliverDrive(withStops(drive, matching))}
            >
              {words.file}
            </Button>
          )}
        />
      ) : (
        <p role="alert" className={styles.note}>
          {words.failed}{' '}
          <Button variant="subtle" size="compact-sm" mih={44} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
    </section>
  );
}

/** Returns what a file contains of a drive, with stops among its points of interest. */
function withStops(drive: DriveDetails, stops: readonly Stop[]) {
  const places = stops.map((stop) => {
    const { location } = stop;
    return { label: placeLabel(stop), location, value: { location } };
  });
  return { ...drive, legs: drive.directions.legs, pointsOfInterest: [...drive.pointsOfInterest, ...places] };
}
