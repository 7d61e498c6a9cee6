import type { Stop } from '@switchback/contracts/endpoints/stops';
import type { Units } from '@switchback/contracts/rules/units';
import { distanceText, heightText } from '../../lib/text/units.js';
import { stopsTexts as words } from '../../texts/stops.js';

/** Shorter distances are the width of the road and the accuracy of the line. */
const AT_METERS = 30;
/** Shorter ways are in feet or meters. */
const FAR_METERS = 400;

/** Returns the name of a stop; its kind without one. */
export function stopName({ name, kind }: Pick<Stop, 'name' | 'kind'>): string {
  return name ?? words.kinds[kind];
}

/** Returns the label of a stop among the points of interest of a drive: its name and kind. */
export function placeLabel({ name, kind }: Pick<Stop, 'name' | 'kind'>): string {
  return name === null ? words.kinds[kind] : words.place(name, words.kinds[kind]);
}

/** Returns kind, place along the line and off it, sockets and opening hours of a stop. */
export function stopFacts({ name, kind, along, off, sockets, hours }: Stop, units: Units): string[] {
  return [
    ...(name === null ? [] : [words.kinds[kind]]),
    along < AT_METERS ? words.atStart : words.along(distanceText(along, units)),
    off < AT_METERS ? words.onLine : words.off(off < FAR_METERS ? heightText(off, units) : distanceText(off, units)),
    ...(sockets ?? []),
    ...(hours === null ? [] : [hours]),
  ];
}
