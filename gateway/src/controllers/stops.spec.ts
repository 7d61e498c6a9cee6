// Aim: whoever may see a drive finds the stops along it; a drive that is hidden has none, and wrong numbers are refused.
import { afterAll, describe, expect, it } from '@jest/globals';
import { drive } from '@switchback/testing/fake-drives';
import { exampleStop } from '@switchback/testing/fake-roads';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

const { ask, roads, drives, close } = await openGateway();
afterAll(close);

drives.add(drive({ id: 'open' }), { path: '_mxxE~xtvN~xfAfib@' });
drives.add(drive({ id: 'hidden', privacy: 'private' }));

const EXPORT = '/api/drives/drive/open/export';

describe('the stops along a drive', () => {
  it('are listed with what the map knows of them', async () => {
    roads.stops = [exampleStop(), exampleStop({ id: 'n8', kind: 'view', name: '', hours: '', sockets: [] })];
    const { stops } = (await ask('/api/drives/drive/open/stops')).json<{ stops: object[] }>();
    expect(stops[0]).toEqual({
      id: 'n7',
      kind: 'charger',
      name: 'Feda',
      location: { lat: 42.56, lng: 1.6 },
      along: 1_200,
      off: 40,
      detourSeconds: null,
      hours: '24/7',
      sockets: ['CCS', 'Type 2'],
    });
    expect(stops[1]).toMatchObject({ kind: 'view', name: null, hours: null, sockets: null });
  });

  it.each([
    ['', { path: '_mxxE~xtvN~xfAfib@', kinds: [], withinSeconds: 120 }],
    ['?kinds=fuel,view&within=600', { kinds: ['fuel', 'view'], withinSeconds: 600 }],
  ])('are asked for by "%s"', async (query, request) => {
    expect((await ask(`/api/drives/drive/open/stops${query}`)).status).toBe(200);
    expect(roads.soughtStops).toMatchObject(request);
  });

  it.each([
    ['open/stops?kinds=fuel,casino', 400],
    ['open/stops?within=601', 400],
    ['open/stops?within=0', 400],
    ['hidden/stops', 404],
    ['nope/stops', 404],
  ])('of %s are refused with %d', async (path, status) => {
    const answer = await ask(`/api/drives/drive/${path}`);
    expect([answer.status, faultsOfShape(answer)]).toEqual([status, []]);
  });

  it('are in a file on request, as points of interest', async () => {
    roads.stops = [exampleStop(), exampleStop({ kind: 'toilets', name: '' })];
    const [plain, whole] = [await ask(`${EXPORT}/gpx`), await ask(`${EXPORT}/gpx?stops=charger,toilets`)];
    expect(plain.text).not.toContain('Feda');
    expect(whole.text).toContain('<wpt lat="42.56" lon="1.6"><name>Feda (charger)</name><type>poi</type></wpt>');
    expect(whole.text).toContain('<name>toilets</name>');
    expect(roads.soughtStops).toMatchObject({ kinds: ['charger', 'toilets'] });
    expect((await ask(`${EXPORT}/kml?stops=charger`)).text).toContain('<name>Feda (charger)</name>');
    expect((await ask(`${EXPORT}/gpx?stops=casino`)).status).toBe(400);
  });

  it('are unknown while the roads service is away', async () => {
    roads.isAway = true;
    expect((await ask('/api/drives/drive/open/stops')).status).toBe(503);
    roads.isAway = false;
  });
});
