// Aim: stops are read from the addresses that people copy from maps pages, and none is invented.
import { describe, expect, it } from '@jest/globals';
import { readMapsUrl } from './maps-url.js';

const G = 'https://www.google.com/maps';
const ENDS = ['Asheville', 'Brevard'];

/** Address → labels of its stops. */
const TABLE: readonly [string, readonly string[] | 'shortened' | null][] = [
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
  ['https://maps.app.goo.gl/abc123', 'shortened'],
  ['https://www.google.com/url?q=https%3A%2F%2Fmaps.app.goo.gl%2Fabc123', 'shortened'],
  ['See https://maps.app.goo.gl/abc123.', 'shortened'],
  ['https://maps.apple.com/?saddr=Asheville&daddr=Brevard', ENDS],
  [
    'https://maps.apple.com/directions?source=Asheville&waypoint=Etowah&destination=Brevard',
    ['Asheville', 'Etowah', 'Brevard'],
  ],
  ['https://www.openstreetmap.org/directions?route=35.6%2C-82.5%3B35.2%2C-82.7', ['35.6,-82.5', '35.2,-82.7']],
  ['https://www.bing.com/maps?rtp=pos.35.6_-82.5_Asheville~adr.Brevard', ENDS],
  ['https://graphhopper.com/maps/?point=35.6,-82.5&point=35.2,-82.7', ['35.6,-82.5', '35.2,-82.7']],
  ['https://map.project-osrm.org/?loc=35.6,-82.5&loc=35.2,-82.7', ['35.6,-82.5', '35.2,-82.7']],
  [`${G}/dir/A/B/C/D/E/F/G/H/I/J/K`, [...'ABCDEFGHIJK']],
  ['https://example.com/maps/dir/Asheville/Brevard', []],
  ['javascript:alert(1)', null],
  ['file:///etc/passwd', null],
  ['not a url', null],
  ['', null],
];

describe('the address of a maps page', () => {
  it.each(TABLE)('%s', (url, labels) => {
    const found = readMapsUrl(url);
    expect(Array.isArray(found) ? found.map(({ label }) => label) : found).toEqual(labels);
  });

  it('places no stop outside the range of coordinates', () => {
    expect(placesOf(`${G}/dir/95.0,-82.5/35.2,-82.7`)).toEqual([null, '35.2000,-82.7000']);
  });

  it('parses an endless text within its limit', () => {
    const long = `${G}/dir/${"1'".repeat(50_000)}/${'1 '.repeat(50_000)}`;
    expect(readMapsUrl(long)).toHaveLength(0);
  });
});

const [A, VIA, B] = ['35.5951,-82.5515', '35.4200,-82.7400', '35.2334,-82.7343'];
const data = (start: string, end: string) => `@35.4,-82.6,10z/data=!3m1!4b1!4m19!4m18${start}${end}!3e0`;
const point = '!2m2!1d-82.5515!2d35.5951';
const dragged = '!3m4!1m2!1d-82.74!2d35.42!3s0x3:0x4';
const target = '!1m5!1m1!1s0x5:0x6!2m2!1d-82.7343!2d35.2334';
const dir = encodeURIComponent(`${G}/dir/${A}/${B}`);

/** Address → locations of its stops. */
const PLACES: readonly [string, readonly string[]][] = [
  [`${G}/dir/Asheville/Brevard/${data(`!1m5!1m1!1s0x1:0x2${point}`, target)}`, [A, B]],
  [`${G}/dir/Asheville/Brevard/${data(`!1m10!1m1!1s0x1:0x2${point}${dragged}`, target)}`, [A, VIA, B]],
  [`${G}/dir/Asheville/Brevard/${data(`!1m8${point}${dragged}`, target)}`, [A, VIA, B]],
  [`${G}/dir/${A}/${B}/${data(`!1m5${dragged}`, '!1m0')}`, [A, VIA, B]],
  [`${G}/dir/${A}/${B}/${data(`!1m10${dragged}${dragged}`, '!1m0')}`, [A, VIA, VIA, B]],
  [`${G}/dir/?api=1&origin=${A}&destination=${B}&waypoints=via:35.42,-82.74%7C35.42,-82.74`, [A, VIA, VIA, B]],
  [`${G}/dir/?api=1&destination=${B}&waypoints=35.42,-82.74`, [VIA, B]],
  [
    `${G}/dir/35%C2%B035'42.4%22N+82%C2%B033'05.4%22W/35%C2%B014'00.2%22N+82%C2%B044'03.5%22W/`,
    [A, '35.2334,-82.7343'],
  ],
  [`${G}/dir/N35%C2%B0+35.706'+W82%C2%B0+33.09'/35.2334N,82.7343W`, [A, B]],
  [`${G}/dir/82.5515%C2%B0+W,+35.5951%C2%B0+N/33.8568%C2%B0+S+151.2153%C2%B0+E`, [A, '-33.8568,151.2153']],
  [`${G}/dir/'${A}'/%22${B}%22/`, [A, B]],
  [`${G}/dir/${A}+(Asheville)/${B},Brevard`, [A, B]],
  [`${G}?saddr=loc:${A}&daddr=${B}(Brevard)`, [A, B]],
  [`https://www.waze.com/live-map/directions?to=ll.${B}&from=ll.${encodeURIComponent(A)}`, [A, B]],
  [
    'https://brouter.de/brouter-web/#map=10/35.4/-82.6/standard&lonlats=-82.5515,35.5951;-82.7343,35.2334&profile=x',
    [A, B],
  ],
  [`https://wego.here.com/directions/drive/Asheville:${A}/Brevard:${B}?map=35.4,-82.6,10,normal`, [A, B]],
  [`https://share.here.com/r/${A},Asheville/${B},Brevard?m=d`, [A, B]],
  [`https://kurviger.com/en?point=${A}&point=${B}`, [A, B]],
  [`https://osmand.net/map/navigate/?start=${A}&end=${B}&profile=car`, [A, B]],
  [`https://consent.google.com/m?continue=${dir}&gl=DE&m=0`, [A, B]],
  [`https://www.google.com/url?q=${dir}&sa=D`, [A, B]],
  [`https://www.google.com/url?q=${encodeURIComponent(`https://consent.google.com/m?continue=${dir}`)}`, [A, B]],
  [`https://www.google.com/url?q=${G}/dir/?api=1&origin=${A}&destination=${B}`, [A, B]],
  [`My route: ${G}/dir/${A}/${B} enjoy`, [A, B]],
  [`(see ${G}/dir/${A}/${B}), and https://example.com`, [A, B]],
];

describe('the places of stops', () => {
  it.each(PLACES)('%s', (url, places) => {
    expect(placesOf(url)).toEqual(places);
  });

  it('keep the labels next to them', () => {
    const stops = readMapsUrl(`https://wego.here.com/directions/drive/Asheville:${A}/${B},Brevard`);
    expect(stops).toMatchObject([{ label: 'Asheville' }, { label: 'Brevard' }]);
  });
});

function placesOf(url: string) {
  const found = readMapsUrl(url);
  if (!Array.isArray(found)) return found;
  return found.map(({ location }) => location && `${location.lat.toFixed(4)},${location.lng.toFixed(4)}`);
}
