import { guideDistance, spokenDistance } from '@switchback/contracts/rules/guide';
import type { Units } from '@switchback/contracts/rules/units';
import type { Cue } from '@switchback/geo/guide/guide-line';
import type { Said } from '@switchback/geo/guide/guide-state';
import { numberText } from '../../lib/text/units.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';

const { spoken, view } = driveGuideTexts;

/** `450 ft`, `0.4 mi`: as a driver reads it. */
export function aheadText(meters: number, units: Units): string {
  const distance = guideDistance(meters, units);
  return driveGuideTexts.distance(distance, numberText(distance.value, distance.decimals));
}

/** `half a mile`: as a driver hears it. */
export function spokenText(meters: number, units: Units): string {
  const distance = spokenDistance(meters, units);
  const text = 'quarters' in distance ? '' : numberText(distance.value, distance.decimals);
  return driveGuideTexts.spokenDistance(distance, text);
}

/** A cue on the screen. */
export function cueText(cue: Cue, units: Units): string {
  switch (cue.kind) {
    case 'turn':
      return cue.maneuver.text;
    case 'hairpins':
      return view.hairpins(cue.count);
    case 'bends':
      return view.bends(aheadText(cue.lengthMeters, units));
    case 'stop':
      return view.stop(cue.name);
    case 'place':
      return cue.name;
    case 'end':
      return view.end;
  }
}

/** Returns the sentence of an announcement; null for one that is a sound. */
export function sentenceOf(speech: Said, units: Units): string | null {
  switch (speech.kind) {
    case 'cue': {
      const { cue, level, awayMeters, then } = speech;
      const text = spokenCue(cue, units);
      const whole = level === 'now' ? text : spoken.in(spokenText(awayMeters, units), lowered(text));
      return ended(then === null ? whole : spoken.withThen(bare(whole), lowered(bare(spokenCue(then, units)))));
    }
    case 'off':
      return spoken.off(spokenText(speech.awayMeters, units));
    case 'back':
      return null;
    case 'missed':
      return spoken.missed(speech.name);
    case 'arrived':
      return spoken.arrived;
  }
}

function spokenCue(cue: Cue, units: Units): string {
  switch (cue.kind) {
    case 'turn':
      return cue.maneuver.text;
    case 'hairpins':
      return spoken.hairpins(cue.count, spokenText(cue.lengthMeters, units));
    case 'bends':
      return spoken.bends(spokenText(cue.lengthMeters, units));
    case 'stop':
      return spoken.stop(cue.name);
    case 'place':
      return cue.name;
    case 'end':
      return spoken.end;
  }
}

const bare = (text: string) => text.replace(/[.!]$/, '');
const ended = (text: string) => `${bare(text)}.`;

/** Within a sentence, a router's sentence begins small; names keep their capitals. */
function lowered(text: string): string {
  return /^(Turn|Keep|Take|Bear|Make|Enter|Exit|Merge|Stay|Go|Drive|Continue|Leave|At|Bends)\b/.test(text)
    ? text[0]!.toLowerCase() + text.slice(1)
    : text;
}
