import type { Curviness, CurvinessFine } from '@switchback/contracts/resources/drive';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { type Units, UNITS_PER_METER } from '@switchback/contracts/rules/units';
import { texts } from '../../texts/en.js';
import { numberText } from '../text/units.js';

const words = texts.curviness;

/** Offline copies and indexes of older releases have another shape: they have no text. */
type Measured = Partial<Curviness>;

/** `Winding`; '' if unknown. */
export function curvinessText({ band }: Measured): string {
  return band === undefined ? '' : words.bands[band];
}

/** `Winding (62° of turns per km)`, or per mile; '' if unknown. */
export function curvinessWithFigure(curviness: Measured, units: Units): string {
  const { degreesPerKm } = curviness;
  if (degreesPerKm === undefined) return '';
  const perUnit = degreesPerKm / (1_000 * UNITS_PER_METER[units]);
  return words.withFigure(curvinessText(curviness), words.about[units](numberText(perUnit)));
}

/** `0.43 mi of curves per mile`, or kilometers per kilometer. */
export function curvesText({ perKilometer }: CurvinessFine, units: Units): string {
  return words.curves[units](numberText(perKilometer / 1_000, 2));
}

/** `relentless`, within a sentence. */
export function bandWord(degreesPerKm: number): string {
  return words.bands[bandOf(degreesPerKm)].toLocaleLowerCase();
}
