import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { mapTexts } from '../texts/map.js';
import { MAP_TYPES, type MapType } from './map-port.js';
import styles from './MapView.module.css';

interface Props {
  types: readonly MapType[];
  value: MapType;
  onChange: (type: MapType) => void;
}

/** Roadmap, terrain, satellite: the types that this installation has. */
export function MapTypePicker({ types, value, onChange }: Props) {
  return (
    <div className={styles.types}>
      <SegmentedControl
        aria-label={mapTexts.typePicker}
        value={value}
        onChange={(chosen) => {
          const type = MAP_TYPES.find((known) => known === chosen);
          if (type !== undefined) onChange(type);
        }}
        data={types.map((type) => ({ value: type, label: mapTexts.types[type] }))}
      />
    </div>
  );
}
