import { Button } from '@mantine/core';
import type { LatLng } from '@switchback/geo/location';
import { useState } from 'react';
import { stopsTexts as words } from '../../texts/stops.js';
import { placeLabel } from './stop-facts.js';
import { StopList } from './StopList.js';
import { useStopsQuery } from './stops-endpoint.js';

interface Props {
  driveId: string;
  /** Labels of the places that the drive has. */
  labels: readonly string[];
  onAdd: (label: string, location: LatLng) => void;
}

/** Offers stops along the stored line of a drive, to become its points of interest. */
export default function StopChoice({ driveId, labels, onAdd }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { data: stops = [] } = useStopsQuery(driveId);
  if (stops.length === 0) return null;
  return (
    <>
      <Button variant="default" mih={44} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.choose}
      </Button>
      {isOpen && (
        <StopList
          stops={stops}
          action={(stop) => {
            const label = placeLabel(stop);
            const isAdded = labels.includes(label);
            return (
              <Button
                variant="subtle"
                size="sm"
                mih={44}
                disabled={isAdded}
                aria-label={isAdded ? words.addedOf(label) : words.add(label)}
                onClick={() => onAdd(label, stop.location)}
              >
                {isAdded ? words.added : words.addShort}
              </Button>
            );
          }}
        />
      )}
    </>
  );
}
