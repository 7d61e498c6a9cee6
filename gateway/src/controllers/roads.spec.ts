// Aim: anyone lists the curvy roads of an area, which lead to the drives that cover them; a query without an area is
// refused, and numbers out of range are, too.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { exampleRoad } from '@switchback/testing/fake-roads';
import { openGateway } from '../testing/open-gateway.js';

const { ask, roads, drives, close } = await openGateway();
afterAll(close);

const BOX = 'bounds=42.66,1.8,42.42,1.4';

beforeEach(() => {
  roads.roads = [exampleRoad(), exampleRoad({ id: 'road2', name: '', ref: '', surface: '', path: 'other' })];
  drives.covering.clear();
});

describe('the roads of a region', () => {
  it('are listed with their measures, names, states and drives', async () => {
    drives.covering.set('other', 'd1');
    const { roads: found, total } = (await ask(`/api/roads?${BOX}`)).json<{ roads: object[]; total: number }>();
    expect(total).toBe(2);
    expect(found[0]).toEqual({
      id: 'road1',
      name: "Carretera Coll d'Ordino",
      ref: 'CS-340',
      distance: 9_800,
      curviness: { band: 'relentless', degreesPerKm: 235.7 },
      curvinessFine: { value: 7_715, perKilometer: 787 },
      hairpins: 8,
      surface: 'asphalt',
      unpaved: false,
      states: [{ id: 493, name: 'Canillo' }],
      bounds: { north: 42.57, east: 1.6, south: 42.54, west: 1.53 },
      path: exampleRoad().path,
      driveId: null,
    });
    expect(found[1]).toMatchObject({ name: null, ref: null, surface: null, driveId: 'd1' });
  });

  it.each([
    [
      BOX,
      { bounds: { north: 42.66, east: 1.8, south: 42.42, west: 1.4 }, near: undefined, limit: 100, unpaved: false },
    ],
    [`${BOX}&limit=1&unpaved=true`, { limit: 1, unpaved: true }],
    ['geocode=42.5,1.52,20000', { bounds: undefined, near: { lat: 42.5, lng: 1.52 }, proximity: 20_000 }],
    ['geocode=42.5,1.52', { proximity: 25_000 }],
    ['geocode=42.5,1.52,1000000', { proximity: 250_000 }],
  ])('are asked for by %s', async (query, request) => {
    expect((await ask(`/api/roads?${query}`)).status).toBe(200);
    expect(roads.listed).toMatchObject(request);
  });

  it.each([
    ['', 'bounds'],
    [`${BOX}&limit=501`, 'limit'],
    [`${BOX}&limit=0`, 'limit'],
    ['bounds=1,2,3', 'bounds'],
    ['bounds=41,2,42,1', 'bounds'],
    ['geocode=91,1', 'geocode'],
  ])('are refused for "%s"', async (query, field) => {
    const answer = await ask(`/api/roads?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { [field]: expect.anything() } });
  });

  it('are whole on request', async () => {
    const answer = (await ask('/api/roads/road/road1')).json<object>();
    expect(answer).toMatchObject({ road: { id: 'road1', driveId: null }, directions: { legs: [expect.anything()] } });
    const unknown = await ask('/api/roads/road/none');
    expect([unknown.status, unknown.json<{ title: string }>().title]).toEqual([404, 'Road could not be found']);
  });
});
