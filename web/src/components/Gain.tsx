import { useUnits } from '../lib/store/store.js';
import { heightText } from '../lib/text/units.js';
import { texts } from '../texts/en.js';

/** Reports whether an ascent is known. Copies and indexes of an older release lack the field. */
export function isKnown(gain: number | null | undefined): gain is number {
  return typeof gain === 'number';
}

/** A drive's ascent in short. */
export function Gain({ meters }: { meters: number }) {
  const units = useUnits();
  const height = heightText(meters, units);
  return (
    <span>
      <span aria-hidden>{texts.units.ascentSign(height)}</span>
      <span className="visually-hidden">{texts.units.ascent(height)}</span>
    </span>
  );
}
