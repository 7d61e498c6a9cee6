import type { StopKind } from '@switchback/contracts/rules/region';

/** Texts of the stops along a drive. */
export const stopsTexts = {
  title: 'Stops along the drive',
  lead: 'Fuel, food, views and more, within two minutes of the line.',
  kinds: {
    fuel: 'Fuel',
    charger: 'Charging',
    food: 'Food and coffee',
    view: 'Viewpoint',
    pass: 'Pass',
    toilets: 'Toilets',
  } satisfies Record<StopKind, string>,
  filter: 'Kinds of stops',
  along: (distance: string) => `${distance} in`,
  atStart: 'At the start',
  off: (distance: string) => `${distance} off the line`,
  onLine: 'On the line',
  all: (count: number) => `Show all ${count} stops`,
  fewer: 'Show fewer',
  place: (name: string, kind: string) => `${name} (${kind})`,
  file: 'GPX with these stops',
  choose: 'Add a stop along the drive',
  hide: 'Hide the stops',
  add: (label: string) => `Add ${label} to the points of interest`,
  addShort: 'Add',
  added: 'Added',
  addedOf: (label: string) => `Added: ${label}`,
  failed: 'The stops could not be loaded.',
  credit: '© OpenStreetMap contributors',
};
