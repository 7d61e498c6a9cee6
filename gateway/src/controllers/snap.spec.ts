// Aim: staff see how a drive looks on the roads along its line; Heroes do not, and nothing is stored.
import { afterAll, describe, expect, it } from '@jest/globals';
import { drive } from '@switchback/testing/fake-drives';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

const { ask, roads, drives, auth, close } = await openGateway();
afterAll(close);

drives.add(drive({ id: 'open' }), { path: '_mxxE~xtvN~xfAfib@' });

const ASKERS = ['admin', 'hero', 'free'] as const;
for (const accountType of ASKERS) auth.add(accountType, { accountType });

const snap = (id: string, asker: (typeof ASKERS)[number] | null) =>
  ask({
    method: 'POST',
    url: `/api/drives/drive/${id}/snap`,
    payload: asker === null ? {} : { token: auth.openSession(asker) },
  });

describe('a drive on the roads along its line', () => {
  it('is shown to staff with how far it moved', async () => {
    const { status, json } = await snap('open', 'admin');
    expect(status).toBe(200);
    expect(json()).toMatchObject({ directions: { source: 'valhalla' }, moved: { max: 120, mean: 14 } });
  });

  it.each([
    ['hero', 'open', 403],
    ['free', 'open', 403],
    [null, 'open', 401],
    ['admin', 'nope', 404],
  ] as const)('is refused to %s for %s with %d', async (asker, id, status) => {
    const answer = await snap(id, asker);
    expect([answer.status, faultsOfShape(answer)]).toEqual([status, []]);
  });

  it('is missing, with a reason, if the line leaves the roads', async () => {
    roads.isOffRoads = true;
    const answer = await snap('open', 'admin');
    expect([answer.status, answer.json()]).toMatchObject([409, { code: 'ERROR-00105' }]);
    roads.isOffRoads = false;
  });
});
