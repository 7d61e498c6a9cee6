import { Button } from '@mantine/core';
import { CURVINESS_BAND_NAMES } from '@switchback/contracts/rules/curviness';
import type { LatLng } from '@switchback/geo/location';
import { type ReactNode, useState } from 'react';
import { BendIcon } from '../../components/BendIcon.js';
import { IconMapPin } from '../../components/icons.js';
import { PlaceField } from '../../components/PlaceField.js';
import { RadioPill } from '../../components/RadioPill.js';
import { locateDevice } from '../../lib/device-location.js';
import { lastArea } from '../../lib/last-area.js';
import { texts } from '../../texts/en.js';
import { fromHereTexts } from '../../texts/from-here.js';
import styles from './FromHere.module.css';
import type { PlanState } from './plan-url.js';
import { TimeField } from './TimeField.js';

const words = fromHereTexts;

interface Props {
  state: PlanState;
  onChange: (patch: Partial<PlanState>, how?: { push: boolean }) => void;
  /** Called with the device's location. */
  onLocate: (location: LatLng) => void;
}

/** Where to start, for how long, how curvy, and how to return. Each change plans at once. */
export function PlanForm({ state: { start, minutes, taste, loop }, onChange, onLocate }: Props) {
  return (
    <div className={styles.form}>
      <div className={styles.start}>
        <PlaceField
          label={words.start}
          placeholder={words.startPlaceholder}
          chosen={start?.label ?? ''}
          near={start?.location ?? lastArea()?.location ?? null}
          onPlace={(label, location) => onChange({ start: { label, location } }, { push: true })}
        />
        <LocateButton onLocate={onLocate} />
      </div>
      <TimeField minutes={minutes} onChange={(chosen) => onChange({ minutes: chosen })} />
      <Choice label={words.taste}>
        {CURVINESS_BAND_NAMES.map((band) => (
          <RadioPill
            key={band}
            name="taste"
            reason=""
            checked={taste === band}
            onChoose={() => onChange({ taste: band }, { push: true })}
          >
            <BendIcon band={band} /> {texts.curviness.bands[band]}
          </RadioPill>
        ))}
      </Choice>
      <Choice label={words.way}>
        <RadioPill name="way" reason="" checked={loop} onChoose={() => onChange({ loop: true }, { push: true })}>
          {words.loop}
        </RadioPill>
        <RadioPill name="way" reason="" checked={!loop} onChoose={() => onChange({ loop: false }, { push: true })}>
          {words.outAndBack}
        </RadioPill>
      </Choice>
    </div>
  );
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.pills}>{children}</div>
    </fieldset>
  );
}

function LocateButton({ onLocate }: Pick<Props, 'onLocate'>) {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const locate = async () => {
    setState('locating');
    const location = await locateDevice();
    setState(location === null ? 'failed' : 'idle');
    if (location !== null) onLocate(location);
  };
  return (
    <>
      <Button
        className={styles.locate}
        variant="default"
        mih={44}
        leftSection={<IconMapPin size={18} />}
        disabled={state === 'locating'}
        onClick={() => void locate()}
      >
        {state === 'locating' ? words.locating : words.locate}
      </Button>
      <p role="status" className={styles.notLocated}>
        {state === 'failed' ? words.notLocated : ''}
      </p>
    </>
  );
}
