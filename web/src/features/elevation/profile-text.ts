import type { Units } from '@switchback/contracts/rules/units';
import { distanceText, fromMeters, heightText, numberText } from '../../lib/text/units.js';
import { elevationTexts } from '../../texts/elevation.js';
import { climbOver, gradeAt, heightAt, type Profile } from './profile.js';
import type { ProfileMark } from './profile-marks.js';

const words = elevationTexts;

/** `3 % up`, `2 % down`, `level`. */
export function gradeText(percent: number): string {
  const shown = Math.round(percent);
  if (shown === 0) return words.level;
  return (shown > 0 ? words.up : words.down)(numberText(Math.abs(shown)));
}

/** `12.4 mi, 1,240 ft, 3 % up`. */
export function placeText(profile: Profile, meters: number, units: Units): string {
  const [height, grade] = [heightAt(profile, meters), gradeAt(profile, meters)];
  return words.parts(
    distanceText(meters, units),
    height === null ? words.unknown : heightText(height, units),
    grade === null ? '' : gradeText(grade),
  );
}

/** `3.2 mi, from mi 4 to mi 7.2`, and its climb: `Ascent 820 ft, descent 120 ft`, or '' if its heights are unknown. */
export function stretchTexts(profile: Profile, [from, to]: readonly [number, number], units: Units): [string, string] {
  const climb = climbOver(profile, from, to);
  return [
    words.stretch(distanceText(to - from, units), markText(from, units, 1), markText(to, units, 1)),
    climb === null ? '' : words.climb(heightText(climb.gainMeters, units), heightText(climb.lossMeters, units)),
  ];
}

/** `mi 12` */
export function markText(meters: number, units: Units, decimals = 0): string {
  return words.mark[units](numberText(fromMeters(meters, units), decimals));
}

export function nameOf({ label, kind }: ProfileMark): string {
  return label === '' && kind === 'pass' ? words.pass : label;
}
