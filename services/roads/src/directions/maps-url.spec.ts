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

/** Addresses of other planners and apps, of other spellings, and inside another address → locations of their stops. */
const MORE_PLACES: readonly [string, readonly (string | null)[]][] = [
  // Several targets, in a row or joined.
  [`https://maps.apple.com/?saddr=${A}&daddr=${VIA}&daddr=${B}&dirflg=d`, [A, VIA, B]],
  [`https://maps.apple.com/?daddr=${A}&daddr=${B}`, [A, B]],
  [`https://maps.google.com/?saddr=${A}&daddr=${VIA}+to:${B}`, [A, VIA, B]],
  [`https://maps.google.com/?daddr=${A}%20to%3A%20${VIA}%2Bto%3A${B}`, [A, VIA, B]],
  [`https://maps.google.com/maps?q=from:${A}+to:${VIA}+to:${B}`, [A, VIA, B]],
  [`https://www.waze.com/ul?from=${A}&ll=${B}&navigate=yes`, [A, B]],
  ['https://example.com/?from=35.5951N,82.5515W&to=35.42N,82.74W&to=35.2334N,82.7343W', [A, VIA, B]],
  // Google's data: at a name, without names, latitude first, embedded.
  [`${G}/dir/Asheville/Brevard/data=!4m9!4m8!1m3!8m2!3d35.5951!4d-82.5515!1m3!2m2!1d-82.7343!2d35.2334`, [A, B]],
  [`${G}/dir/Asheville/Brevard/${data(`!1m5!1m1!19sChIJCW8PPKmMWYgRXTo0BsEx75Q${point}`, target)}`, [A, B]],
  [`${G}/dir//${data(`!1m5!1m1!1s0x1:0x2${point}`, target)}`, [A, B]],
  [`${G}/dir/Asheville/Brevard/${data(`!1m5!1m1!1s0x1:0x2${point}`, target).replaceAll('!', '%21')}`, [A, B]],
  [
    `<iframe src="${G}/embed?pb=!1m28!1m12!1m3!1d100!2d-82.6!3d35.4!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!4m13!3e0!4m5!1s0x88:0x1!2sAlpha!3m2!1d35.5951!2d-82.5515!4m3!3m2!1d35.2334!2d-82.7343!5e0!3m2!1sen!2sus!4v1" width="600"></iframe>`,
    [A, B],
  ],
  [`<iframe src='${G}/embed/v1/directions?key=k&amp;origin=${A}&amp;destination=${B}'></iframe>`, [A, B]],
  // Longitude first.
  [`https://mapy.com/fnc/v1/route?start=-82.5515,35.5951&end=-82.7343,35.2334&routeType=car_fast`, [A, B]],
  [
    `https://en.mapy.cz/fnc/v1/route?end=-82.7343%2C35.2334&start=-82.5515%2C35.5951&waypoints=-82.74,35.42`,
    [A, VIA, B],
  ],
  ['https://valhalla.openstreetmap.de/directions?profile=car&wps=-82.5515,35.5951,-82.7343,35.2334', [A, B]],
  ['https://valhalla.openstreetmap.de/directions?wps=-82.5515%2C35.5951%2C-82.7343%2C35.2334', [A, B]],
  ['https://router.project-osrm.org/route/v1/driving/-82.5515,35.5951;-82.7343,35.2334?steps=true', [A, B]],
  [
    'https://api.mapbox.com/directions/v5/mapbox/driving/-82.5515,35.5951%3B-82.7343,35.2334?alternatives=false',
    [A, B],
  ],
  ['https://api.openrouteservice.org/v2/directions/driving-car?start=-82.5515,35.5951&end=-82.7343,35.2334', [A, B]],
  ['https://2gis.ru/directions/points/-82.5515%2C35.5951%3B7041%7C-82.7343%2C35.2334%3B7042', [A, B]],
  ['https://brouter.example.org/#lonlats=-82.5515,35.5951|-82.7343,35.2334', [A, B]],
  // Latitude first.
  [`https://classic-maps.openrouteservice.org/directions?n1=1&a=${A},${B}&b=0`, [A, B]],
  [
    `https://yandex.com/maps/?ll=-82.6,35.4&mode=routes&rtext=${encodeURIComponent(A)}~${encodeURIComponent(B)}`,
    [A, B],
  ],
  [`https://yandex.ru/maps/?rtext=${A}%7E${VIA}%7E${B}&rtt=auto`, [A, VIA, B]],
  [`https://www.mapquest.com/directions/from/near-${A}/to/near-${VIA}/to/us/nc/brevard/near-${B}`, [A, VIA, B]],
  [`https://www.komoot.com/plan/@35.4,-82.6,10z?p[0][loc]=${A}&p%5B1%5D%5Bloc%5D=${B}`, [A, B]],
  [`https://citymapper.com/directions?startcoord=${A}&endcoord=${B}&endname=Brevard`, [A, B]],
  [`https://osmand.net/map/navigate/?start=${A}&finish=${B}&via=${VIA}`, [A, VIA, B]],
  // Points and names in parameters of their own.
  [`https://omaps.app/route?sll=${A}&saddr=Tea+House&dll=${B}&daddr=Falls&type=vehicle`, [A, B]],
  [`${G}?saddr=Asheville&daddr=Brevard&sll=${A}`, [null, null]],
  ['yandexnavi://build_route_on_map?lat_to=35.2334&lon_to=-82.7343&lat_from=35.5951&lon_from=-82.5515', [A, B]],
  ['https://example.com/livemap?from_lat=35.5951&from_lng=-82.5515&to_lat=35.2334&to_lng=-82.7343', [A, B]],
  // Labels behind and before.
  [`https://graphhopper.com/maps/?point=${A}_Tea+House&point=${B}_Falls`, [A, B]],
  ['https://graphhopper.com/maps/?point=35,-82_Tea+House&point=36,-82_Falls', ['35.0000,-82.0000', '36.0000,-82.0000']],
  [`${G}?saddr=Tea+House+@${A}&daddr=Falls+(${B})`, [A, B]],
  // Plus codes.
  [`${G}/dir/867VHCWX%2B2C/867V6733%2B9M/`, ['35.5951,-82.5514', '35.2034,-82.7458']],
  [`${G}/dir/867vhcwx+2c/867V6733%2B9M+Brevard,+NC/`, ['35.5951,-82.5514', '35.2034,-82.7458']],
  [`${G}/dir/?api=1&origin=867VHCWX%2B2C&destination=867VHCWX%2b2C4`, ['35.5951,-82.5514', '35.5950,-82.5514']],
  [`${G}/dir/HCWX%2B2C+Asheville/Brevard`, [null, null]],
  // Apps, and links inside links.
  [`maps://?saddr=${A}&daddr=${B}`, [A, B]],
  [`MAPS:saddr=${A}&daddr=${B}`, [A, B]],
  [`comgooglemaps://?saddr=${A}&daddr=${VIA}+to:${B}&directionsmode=driving`, [A, VIA, B]],
  [`comgooglemapsurl://www.google.com/maps/dir/${A}/${B}`, [A, B]],
  [`om://route?sll=${A}&saddr=Tea+House&dll=${B}&daddr=Brevard&type=vehicle`, [A, B]],
  [`waze://?from=ll.${A}&to=ll.${B}`, [A, B]],
  [`here-route://${A},Asheville/${B},Brevard`, [A, B]],
  [`bingmaps:?rtp=pos.35.5951_-82.5515~pos.35.2334_-82.7343`, [A, B]],
  ['dgis://2gis.ru/routeSearch/rsType/car/from/-82.5515,35.5951/to/-82.7343,35.2334', [A, B]],
  [
    `intent://maps.google.com/maps?saddr=${A}&daddr=${B}#Intent;scheme=https;package=com.google.android.apps.maps;end`,
    [A, B],
  ],
  [`intent://maps.app.goo.gl/abc#Intent;scheme=https;S.browser_fallback_url=${dir};end`, [A, B]],
  [`See comgooglemaps://?saddr=${A}&daddr=${B}, nice.`, [A, B]],
  [`https://maps.app.goo.gl/?link=${dir}&apn=com.google.android.apps.maps`, [A, B]],
  [`https://example.page.link/?ofl=x&link=${dir}`, [A, B]],
  [`https://example.com/?link=comgooglemaps%3A%2F%2F%3Fsaddr%3D${A}%26daddr%3D${B}`, [A, B]],
  [`https://osm.org/directions?route=${A};${B}`, [A, B]],
];

describe('the places of stops', () => {
  it.each([...PLACES, ...MORE_PLACES])('%s', (url, places) => {
    expect(placesOf(url)).toEqual(places);
  });

  it.each([
    `https://wego.here.com/directions/drive/Asheville:${A}/${B},Brevard`,
    `https://graphhopper.com/maps/?point=${A}_Asheville&point=${B}_Brevard`,
    `https://omaps.app/route?sll=${A}&saddr=Asheville&dll=${B}&daddr=Brevard`,
    `${G}?saddr=Asheville@${A}&daddr=Brevard+(${B})`,
    `${G}/embed?pb=!4m13!3e0!4m5!1s1!2sAsheville!3m2!1d35.6!2d-82.5!4m5!1s2!2sBrevard!3m2!1d35.2!2d-82.7`,
    'https://www.mapquest.com/directions/from/us/nc/asheville-282032955/to/us/nc/brevard-282032956',
    `https://wego.here.com/directions/mix/${here('Asheville', 35.5951, -82.5515)}/${here('Brevard', 35.2334, -82.7343)}`,
  ])('keep the labels next to them: %s', (url) => {
    const labels = readMapsUrl(url) as { label: string }[];
    expect(labels.map(({ label }) => label.replace(/, nc$/, '').toLowerCase())).toEqual(['asheville', 'brevard']);
  });

  it.each([
    `https://www.waze.com/live-map/directions?to=place.ChIJCW8PPKmMWYgRXTo0BsEx75Q&from=ll.${A}`,
    `https://www.waze.com/live-map/directions?to=place.w.183894452.1839075597.381&from=ll.${A}`,
    `${G}/embed/v1/directions?origin=place_id:ChIJCW8PPKmMWYgRXTo0BsEx75Q&destination=${A}`,
    `${G}/dir/ChIJCW8PPKmMWYgRXTo0BsEx75Q/${A}`,
    `https://www.bing.com/maps?rtp=ypid.YN873x11434~pos.35.5951_-82.5515`,
  ])('show no id as a name: %s', (url) => {
    expect(readMapsUrl(url)).toContainEqual({ label: '', location: null });
  });

  it('are shown with latitude first', () => {
    const stops = readMapsUrl('https://mapy.com/fnc/v1/route?start=14.4213,50.0875&end=Praha');
    expect(stops).toMatchObject([{ label: '50.0875, 14.4213' }, { label: 'Praha' }]);
  });

  it('are no route if only ids name them', () => {
    expect(readMapsUrl(`${G}/dir/place_id:ChIJCW8PPKmMWYgRXTo0BsEx75Q/place_id:ChIJCW8PPKmMWYgRXTo0BsEx75R`)).toEqual(
      [],
    );
  });
});

describe('a host that is not in the table of planners', () => {
  it('places no stop whose coordinates may be in either order', () => {
    expect(placesOf('https://planner.example/route?start=14.4213,50.0875&end=14.1053,50.2311')).toEqual([null, null]);
    expect(placesOf(`https://planner.example/?point=${A}&point=Brevard`)).toEqual([null, null]);
  });

  it('places stops that only one order places on earth, and those with hemispheres', () => {
    expect(placesOf('https://planner.example/?start=-122.4,37.8&end=-122.2,37.9')).toEqual([
      '37.8000,-122.4000',
      '37.9000,-122.2000',
    ]);
    expect(placesOf('https://planner.example/?start=37.8,-122.4&end=12.5,37.9')).toEqual([
      '37.8000,-122.4000',
      '12.5000,37.9000',
    ]);
    expect(placesOf('https://planner.example/?start=37.8N,12.4W&end=12.5E,37.9N')).toEqual([
      '37.8000,-12.4000',
      '37.9000,12.5000',
    ]);
  });
});

describe('a short link', () => {
  it.each([
    'https://kurv.gr/aBc12',
    'https://maps.apple/p/abcDEF',
    'https://mapy.com/s/novelokubu',
    'https://yandex.com/maps/-/CDabc123',
    'https://tinyurl.com/abc',
    'https://xy.zz/4fG7q',
    'intent://maps.app.goo.gl/abc#Intent;scheme=https;end',
    'https://goo.gl/maps/?link=https%3A%2F%2Fexample.com%2F',
  ])('asks for the long one: %s', (url) => {
    expect(readMapsUrl(url)).toBe('shortened');
  });

  it.each(['https://example.com/abc123', 'https://osm.org.uk/about', 'geo:35.5951,-82.5515?q=35.5951,-82.5515(Tea)'])(
    'is none, and no route either: %s',
    (url) => {
      expect(readMapsUrl(url)).toEqual([]);
    },
  );
});

function here(name: string, latitude: number, longitude: number): string {
  return `e-${Buffer.from(JSON.stringify({ name, latitude, longitude })).toString('base64')}`;
}

function placesOf(url: string) {
  const found = readMapsUrl(url);
  if (!Array.isArray(found)) return found;
  return found.map(({ location }) => location && `${location.lat.toFixed(4)},${location.lng.toFixed(4)}`);
}
