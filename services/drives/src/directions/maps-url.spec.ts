// Aim: the stops of a route are read out of the addresses that people copy from maps pages, and nothing is made up.
import { describe, expect, it } from '@jest/globals';
import { readMapsUrl } from './maps-url.js';

const G = 'https://www.google.com/maps';
const ENDS = ['Asheville', 'Brevard'];

/** Address → the labels of its stops. */
const TABLE: readonly [string, readonly string[] | null][] = [
  [`${G}/dir/Asheville/Brevard`, ENDS],
  [`${G}/dir/Asheville/Brevard/`, ENDS],
  [`${G}/dir/Asheville,+NC/Brevard,+NC/@35.4,-82.7,11z`, ['Asheville, NC', 'Brevard, NC']],
  [`${G}/dir/35.6,-82.5/35.2,-82.7`, ['35.6,-82.5', '35.2,-82.7']],
  [`${G}/dir/35.6,-82.5/Mt+Pisgah/35.2,-82.7/@35.4,-82.7,11z/data=!3m1`, ['35.6,-82.5', 'Mt Pisgah', '35.2,-82.7']],
  [`${G}/dir//Brevard`, []],
  [`${G}/dir/?api=1&origin=Asheville&destination=Brevard`, ENDS],
  [
    `${G}/dir/?api=1&origin=Asheville&waypoints=Mills%20River%7CEtowah&destination=Brevard`,
    ['Asheville', 'Mills River', 'Etowah', 'Brevard'],
  ],
  [`${G}?saddr=Asheville&daddr=Brevard`, ENDS],
  ['https://maps.google.com/maps?saddr=Asheville&daddr=Etowah+to:Brevard', ['Asheville', 'Etowah', 'Brevard']],
  ['https://www.google.co.uk/maps/dir/Asheville/Brevard', ENDS],
  ['https://maps.google.de/maps/dir/Asheville/Brevard', ENDS],
  ['www.google.com/maps/dir/Asheville/Brevard', ENDS],
  [`${G}/dir/Caf%C3%A9+Asheville/Brevard`, ['Café Asheville', 'Brevard']],
  [`${G}/place/Asheville`, []],
  ['https://maps.app.goo.gl/abc123', []],
  ['https://maps.apple.com/?saddr=Asheville&daddr=Brevard', ENDS],
  [
    'https://maps.apple.com/directions?source=Asheville&waypoint=Etowah&destination=Brevard',
    ['Asheville', 'Etowah', 'Brevard'],
  ],
  ['https://www.openstreetmap.org/directions?route=35.6%2C-82.5%3B35.2%2C-82.7', ['35.6,-82.5', '35.2,-82.7']],
  ['https://www.bing.com/maps?rtp=pos.35.6_-82.5_Asheville~adr.Brevard', ENDS],
  ['https://graphhopper.com/maps/?point=35.6,-82.5&point=35.2,-82.7', ['35.6,-82.5', '35.2,-82.7']],
  ['https://map.project-osrm.org/?loc=35.6,-82.5&loc=35.2,-82.7', ['35.6,-82.5', '35.2,-82.7']],
  [`${G}/dir/A/B/C/D/E/F/G/H/I/J/K`, ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'K']],
  ['https://example.com/maps/dir/Asheville/Brevard', []],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['not a url', null],
  ['', null],
];

describe('the address of a maps page', () => {
  it.each(TABLE)('%s', (url, labels) => {
    expect(readMapsUrl(url)?.map(({ label }) => label) ?? null).toEqual(labels);
  });

  it('tells where its named stops lie', () => {
    const data = 'data=!4m14!4m13!1m5!1m1!1s0x1:0x2!2m2!1d-82.55!2d35.59!1m5!1m1!1s0x3:0x4!2m2!1d-82.73!2d35.23!3e0';
    const stops = readMapsUrl(`${G}/dir/Asheville/Brevard/@35.4,-82.7,11z/${data}`);
    expect(stops?.map(({ location }) => location)).toEqual([
      { lat: 35.59, lng: -82.55 },
      { lat: 35.23, lng: -82.73 },
    ]);
  });

  it('places no stop off the earth', () => {
    expect(readMapsUrl(`${G}/dir/95.0,-82.5/35.2,-82.7`)?.[0]?.location).toBeNull();
  });
});
