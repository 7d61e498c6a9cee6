// Aim: each directions setting opens its router, and an unusable one stops the start with an explanation.
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { EmbeddedValhalla } from './embedded/embedded-valhalla.js';
import { DetectedRouter, GoogleRouter } from './http-routers.js';
import { openRouter } from './open-router.js';
import { extractOf, whyNoRoads } from './roads.fixture.js';

const URL_OF_ONE = { DIRECTIONS_URL: 'http://valhalla:8002/' };
const KEY = { GOOGLE_MAPS_API_KEY: 'a-key-of-google' };
const open = (environment: Record<string, string>) =>
  openRouter(loadSettings({ DATA_DIR: tmpdir(), ...environment }), systemClock, {} as never);

const why = whyNoRoads();

describe('the router of the settings', () => {
  it.each([
    ['a server takes precedence over Google', { ...URL_OF_ONE, ...KEY }, DetectedRouter],
    ['a server', URL_OF_ONE, DetectedRouter],
    ['Google', KEY, GoogleRouter],
  ])('%s', (_, environment, kind) => {
    expect(open(environment)).toBeInstanceOf(kind);
  });

  it('none', () => {
    expect(open({})).toBeNull();
  });

  (why === null ? it : it.skip)(`our own roads take precedence over Google${why === null ? '' : ` (${why})`}`, () => {
    expect(open({ OSM_PBF: extractOf('andorra'), ...KEY })).toBeInstanceOf(EmbeddedValhalla);
  });

  it.each([
    ['a missing file', { OSM_PBF: '/nowhere/roads.osm.pbf' }, 'OSM_PBF must be an OpenStreetMap extract'],
    ['a folder', { OSM_PBF: tmpdir() }, 'is not a file'],
    ['a missing file beside a server', { OSM_PBF: '/nowhere', ...URL_OF_ONE }, 'is not a file'],
  ])('rejects %s', (_, environment, words) => {
    expect(() => open(environment)).toThrow(words);
  });
});
