import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { isTag } from '@switchback/contracts/rules/drives';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';

interface DemoFeature {
  id: string;
  properties: {
    title: string;
    description: string;
    distance: number;
    duration: number;
    tags: string[];
    starRating: number;
    intensityRating: number;
    roadQualityRating: number;
    trafficRating: number;
    approximate: boolean;
  };
  geometry: { type: string; coordinates: [lng: number, lat: number][] };
}

/** Ids of drives by country, without the "demo-" prefix. */
const DRIVES_BY_COUNTRY: Record<string, string> = {
  'United States':
    'tail-of-the-dragon blue-ridge-asheville going-to-the-sun big-sur beartooth million-dollar trail-ridge overseas-highway hana historic-columbia',
  Italy: 'stelvio amalfi great-dolomites',
  Austria: 'grossglockner',
  Romania: 'transfagarasan',
  Australia: 'great-ocean',
  'South Africa': 'chapmans-peak garden-route',
  Norway: 'trollstigen atlantic-road',
  'United Kingdom': 'north-coast-west applecross snake-pass',
  Ireland: 'ring-of-kerry wild-atlantic-clare',
  France: 'alps-iseran galibier route-napoleon verdon-north',
  Switzerland: 'furka oberalp',
  Germany: 'black-forest-b500',
  Spain: 'sa-calobra',
  Iceland: 'golden-circle',
  Canada: 'icefields cabot-trail sea-to-sky',
  'New Zealand': 'milford-road',
  Vietnam: 'hai-van',
  Japan: 'hakone-turnpike',
  Argentina: 'ruta-40-lakes',
  Chile: 'carretera-austral',
  'United Arab Emirates': 'jebel-hafeet',
  Croatia: 'jadranska',
  Slovenia: 'vrsic',
  Montenegro: 'lovcen',
  Morocco: 'tizi-n-tichka',
};
const COUNTRY_BY_ID = new Map<string, string>(
  Object.entries(DRIVES_BY_COUNTRY).flatMap(([country, ids]) =>
    ids.split(' ').map((id) => [`demo-${id}`, country] as const),
  ),
);

const file = new URL('../../demo/demo-drives.geojsonl', import.meta.url);
const drives = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as DemoFeature);

let places: Places;

beforeAll(async () => {
  places = await openEmbeddedPlaces();
}, 120_000);

describe('the demo catalogue', () => {
  // Aim: enough drives to explore, each of them once, in the places they are known for.
  it('contains well-known drives once each', () => {
    expect(drives.length).toBeGreaterThanOrEqual(36);
    expect(new Set(drives.map((drive) => drive.properties.title)).size).toBe(drives.length);
    expect(drives.map((drive) => drive.id).sort()).toEqual([...COUNTRY_BY_ID.keys()].sort());
  });

  // Aim: the line follows the road well enough to be drawn; no leg skips a large part of it.
  it.each(drives.map((drive) => [drive.id, drive] as const))('draws %s in its country', (id, drive) => {
    const path = drive.geometry.coordinates.map(([lng, lat]) => ({ lat, lng }));
    const lengthMeters = pathLengthMeters(path);
    const legs = path.slice(1).map((point, index) => distanceMeters(path[index]!, point));
    expect(path.length).toBeGreaterThanOrEqual(12);
    expect(Math.max(...legs)).toBeLessThanOrEqual(0.15 * lengthMeters);
    expect(drive.properties.distance / lengthMeters).toBeGreaterThan(0.9);
    expect(drive.properties.distance / lengthMeters).toBeLessThan(1.1);
    expect(places.regionsAlong(path).map(({ country }) => country.name)).toEqual([COUNTRY_BY_ID.get(id)]);
    expect(places.address(path[0]!)).not.toBe('');
  });

  // Aim: filters and cards have realistic texts and numbers to work with.
  it.each(drives.map((drive) => [drive.id, drive.properties] as const))('describes %s', (_, properties) => {
    const kilometersPerHour = properties.distance / 1_000 / (properties.duration / 3_600);
    expect(kilometersPerHour).toBeGreaterThan(15);
    expect(kilometersPerHour).toBeLessThan(90);
    expect(properties.tags.filter((tag) => !isTag(...(tag.split(':') as [string, string])))).toEqual([]);
    expect(properties.tags.length).toBeGreaterThan(0);
    expect(properties.description.split(/[.!?] /).length).toBeGreaterThanOrEqual(2);
    expect(properties.approximate).toBe(true);
    expect(properties.starRating).toBeLessThanOrEqual(5);
    for (const rating of [properties.intensityRating, properties.roadQualityRating, properties.trafficRating]) {
      expect(rating).toBeGreaterThan(0);
      expect(rating).toBeLessThanOrEqual(10);
    }
  });
});
