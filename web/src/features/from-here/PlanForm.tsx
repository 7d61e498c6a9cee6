import { ActionIcon, Button } from '@mantine/core';
import '@mantine/core/styles/ActionIcon.css';
import { CURVINESS_BAND_NAMES } from '@switchback/contracts/rules/curviness';
import type { LatLng } from '@switchback/geo/location';
import { type ReactNode, useState } from 'react';
import { BendIcon } from './BendIcon.js';
import { IconX } from '../../components/icons.js';
import { IconCurrentLocation } from '../../components/page-icons.js';
import { PlaceField } from '../../components/PlaceField.js';
import { RadioPill } from '../../components/RadioPill.js';
import { locateDevice } from '../../lib/page/device-location.js';
import { lastArea } from '../../lib/search/last-area.js';
import { texts } from '../../texts/en.js';
import { fromHereTexts } from '../../texts/from-here.js';
import styles from './FromHere.module.css';
import type { PlanState } from './plan-url.js';
import { TimeField } from './TimeField.js';

const words = fromHereTexts;

interface Props {
  id: string;
  state: PlanState;
  onChange: (patch: Partial<PlanState>, how?: { push: boolean }) => void;
  /** Called with the device's location. */
  onLocate: (location: LatLng) => void;
}

/**
 * Asks for the start and for another end, or for the time, the curviness and the way back of an outing. Each change plans
 * at once.
 */
export function PlanForm({ id, state: { start, to, minutes, taste, loop }, onChange, onLocate }: Props) {
  return (
    <div id={id} className={styles.form}>
      <div>
        <span className={styles.label} aria-hidden="true">
          {words.start}
        </span>
        <StartRow isEmpty={start === null} onLocate={onLocate}>
          <PlaceField
            label={words.start}
            placeholder={words.startPlaceholder}
            chosen={start?.label ?? ''}
            near={start?.location ?? lastArea()?.location ?? null}
            onPlace={(label, location) => onChange({ start: { label, location } }, { push: true })}
          />
        </StartRow>
      </div>
      <ToField to={to} near={to?.location ?? start?.location ?? null} onChange={onChange} />
      {to === null && <OutingFields minutes={minutes} taste={taste} loop={loop} onChange={onChange} />}
    </div>
  );
}

interface ToFieldProps extends Pick<Props, 'onChange'> {
  to: PlanState['to'];
  near: LatLng | null;
}

/** The place to drive to; empty for back home. */
function ToField({ to, near, onChange }: ToFieldProps) {
  return (
    <div>
      <span className={styles.label} aria-hidden="true">
        {words.to}
      </span>
      <div className={styles.start}>
        <PlaceField
          label={words.to}
          placeholder={words.toPlaceholder}
          chosen={to?.label ?? ''}
          near={near}
          onPlace={(label, location) => onChange({ to: { label, location } }, { push: true })}
        />
        {to !== null && (
          <ActionIcon
            variant="default"
            size={48}
            aria-label={words.backHome}
            title={words.backHome}
            onClick={() => onChange({ to: null }, { push: true })}
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}

type OutingProps = Pick<PlanState, 'minutes' | 'taste' | 'loop'> & Pick<Props, 'onChange'>;

function OutingFields({ minutes, taste, loop, onChange }: OutingProps) {
  return (
    <>
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
    </>
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

interface StartRowProps extends Pick<Props, 'onLocate'> {
  /** Whether there is no start yet: the button is then the fastest way to one. */
  isEmpty: boolean;
  children: ReactNode;
}

/** The field of the start with the button for the device's location. */
function StartRow({ isEmpty, onLocate, children }: StartRowProps) {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const locate = async () => {
    setState('locating');
    const location = await locateDevice();
    setState(location === null ? 'failed' : 'idle');
    if (location !== null) onLocate(location);
  };
  return (
    <>
      <div className={styles.start} data-empty={isEmpty}>
        {children}
        <Button
          className={styles.locate}
          variant={isEmpty ? 'filled' : 'default'}
          h={48}
          leftSection={<IconCurrentLocation size={20} />}
          classNames={{ section: styles.locateIcon ?? '' }}
          title={words.locate}
          disabled={state === 'locating'}
          onClick={() => void locate()}
        >
          <span className={styles.locateText}>{state === 'locating' ? words.locating : words.locate}</span>
        </Button>
      </div>
      <p role="status" className={styles.notLocated}>
        {state === 'failed' ? words.notLocated : ''}
      </p>
    </>
  );
}
