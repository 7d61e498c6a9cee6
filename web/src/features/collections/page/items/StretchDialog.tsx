import { Button, RangeSlider } from '@mantine/core';
import '@mantine/core/styles/Slider.css';
import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { drivenLine, type Stretch, stretchWithin } from '@switchback/geo/driven-part';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { silhouettePath } from '@switchback/geo/silhouette';
import { useMemo, useState } from 'react';
import { Dialog } from '../../../../components/Dialog.js';
import { titleOf } from '../../../../lib/drives/drive-title.js';
import { useUnits } from '../../../../lib/store/store.js';
import { distanceText } from '../../../../lib/text/units.js';
import { texts } from '../../../../texts/en.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';

const words = tripTexts.part;
/** Positions of the slider, so that a key moves a handle by half a percent. */
const STEPS = 200;

interface Props {
  drive: DriveSummary;
  /** The stretch in the trip; null for the whole drive. */
  stretch: Stretch | null;
  open: boolean;
  onClose: () => void;
  /** @param stretch null for the whole drive. */
  onChoose: (stretch: Stretch | null) => void;
}

/** Chooses the stretch of a drive that a trip takes. */
export function StretchDialog({ open, onClose, ...choice }: Props) {
  return (
    <Dialog opened={open} onClose={onClose} title={words.title(titleOf(choice.drive))}>
      <Choice {...choice} onClose={onClose} />
    </Dialog>
  );
}

function Choice({ drive, stretch, onClose, onChoose }: Omit<Props, 'open'>) {
  const { distance, overviewPath } = drive;
  const units = useUnits();
  const stored = stretchWithin({ stretch }, distance) ?? { from: 0, to: distance };
  const [shares, setShares] = useState<[number, number]>([stored.from / distance, stored.to / distance]);
  const chosen = { from: shares[0] * distance, to: shares[1] * distance };
  const line = useMemo(() => decodePolyline(overviewPath), [overviewPath]);
  const text = (share: number) => distanceText(share * distance, units);
  return (
    <div className={styles.stretch}>
      <StretchOutline line={line} stretch={drivenLine(line, { reversed: false, stretch: chosen }, distance)} />
      <p aria-live="polite">{words.stretch(text(shares[0]), text(shares[1]), text(shares[1] - shares[0]))}</p>
      <RangeSlider
        min={0}
        max={STEPS}
        step={1}
        minRange={2}
        pushOnOverlap={false}
        value={[shares[0] * STEPS, shares[1] * STEPS]}
        label={null}
        thumbSize={28}
        size={6}
        thumbFromLabel={words.from}
        thumbToLabel={words.to}
        thumbValueText={(position) => text(position / STEPS)}
        onChange={([from, to]) => setShares([from / STEPS, to / STEPS])}
      />
      <div className={styles.actions}>
        <Button mih={44} onClick={() => onChoose(shares[0] === 0 && shares[1] === 1 ? null : chosen)}>
          {words.use}
        </Button>
        {stretch !== null && (
          <Button mih={44} variant="default" onClick={() => onChoose(null)}>
            {words.whole}
          </Button>
        )}
        <Button mih={44} variant="default" onClick={onClose}>
          {texts.form.cancel}
        </Button>
      </div>
    </div>
  );
}

const BOX = { width: 320, height: 160, padding: 12 };

/** The drive, and on it the stretch, north up. */
function StretchOutline({ line, stretch }: Record<'line' | 'stretch', readonly LatLng[]>) {
  const whole = partsOf(line);
  const drawn = silhouettePath(joinParts([...whole, ...partsOf(stretch)]), BOX).split(/(?=M)/);
  return (
    <svg
      className={styles.stretchOutline}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {drawn.map((path, index) => (
        <path key={index} d={path} data-chosen={index >= whole.length} />
      ))}
    </svg>
  );
}
