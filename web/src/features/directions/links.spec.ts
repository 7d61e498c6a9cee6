// Aim: a maps app reads the leg from its link: from the current location, or from the leg's start.
import { expect, it } from 'vitest';
import { legLink, waypointsMax, wazeLink } from './links.js';

const LEG = [
  { lat: 35.1234567, lng: -82.5 },
  { lat: 35.2, lng: -82.4 },
  { lat: 35.3, lng: -82.3 },
];
const read = (link: string) => [...new URL(link).searchParams];

// The services read these parameters by name.
it('leads from the current location over the start to the end, and navigates', () => {
  expect(read(legLink('google', LEG, { fromHere: true }))).toEqual([
    ['api', '1'],
    ['travelmode', 'driving'],
    ['dir_action', 'navigate'],
    ['destination', '35.3,-82.3'],
    ['waypoints', '35.12346,-82.5|35.2,-82.4'],
  ]);
  expect(read(legLink('apple', LEG, { fromHere: true }))).toEqual([
    ['mode', 'driving'],
    ['destination', '35.3,-82.3'],
    ['waypoint', '35.12346,-82.5'],
    ['waypoint', '35.2,-82.4'],
  ]);
});

it('leads from the start over the stops to the end', () => {
  expect(read(legLink('google', LEG, { fromHere: false }))).toEqual([
    ['api', '1'],
    ['travelmode', 'driving'],
    ['origin', '35.12346,-82.5'],
    ['destination', '35.3,-82.3'],
    ['waypoints', '35.2,-82.4'],
  ]);
  expect(read(legLink('apple', LEG, { fromHere: false }))).toEqual([
    ['mode', 'driving'],
    ['source', '35.12346,-82.5'],
    ['destination', '35.3,-82.3'],
    ['waypoint', '35.2,-82.4'],
  ]);
});

it('leads to a single place', () => {
  expect(read(legLink('google', [LEG[1]!], { fromHere: true }))).toEqual([
    ['api', '1'],
    ['travelmode', 'driving'],
    ['dir_action', 'navigate'],
    ['destination', '35.2,-82.4'],
  ]);
  expect(wazeLink(LEG[0]!)).toBe('https://waze.com/ul?ll=35.12346%2C-82.5&navigate=yes');
});

// Google Maps drops the rest in a phone's browser.
it('has three waypoints for Google Maps on a phone', () => {
  expect(waypointsMax('google', true)).toBe(3);
  expect([waypointsMax('google', false), waypointsMax('apple', true)]).toEqual([9, 9]);
});
