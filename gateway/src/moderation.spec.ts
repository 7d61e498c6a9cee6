// Aim: staff decide on the revision they saw, in the queue or outside it; outside it, other moderators' claims count,
// too.
import { afterAll, beforeEach, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { ProductError } from '@switchback/platform/errors';
import { openGateway } from './testing/open-gateway.js';

const { ask, auth, drives, media, moderation, close } = await openGateway();
afterAll(close);

const DRIVE = '/api/drives/drive/d1';
const SAVED = { drive: { id: 'd1', title: '', rev: 8, privacy: 'public', status: 'approved' } };

let token: string;
/** Revisions in the decisions that the services received. */
let decided: (number | undefined)[];
beforeEach(() => {
  auth.add('staff', { accountType: 'admin' });
  token = auth.openSession('staff');
  decided = [];
  moderation.claims = {};
  const decide = async ({ rev }: { rev?: number | undefined }) => {
    decided.push(rev);
    return SAVED;
  };
  Object.assign(drives, { approveDrive: decide, requestChanges: decide });
  media.decidePhoto = async (request) => ({ photos: [], ...(await decide(request)) });
});

const post = (url: string, body: object = {}) => ask({ method: 'POST', url, payload: { token, ...body } });
const CALLS: [url: string, subject: string, body: object][] = [
  [`${DRIVE}/approve-public`, 'd1', {}],
  [`${DRIVE}/request-changes`, 'd1', { changeRequest: { title: 'Which?' } }],
  [`${DRIVE}/photos/photo/p1/approve`, 'p1', {}],
  [`${DRIVE}/photos/photo/p1/disapprove`, 'p1', {}],
];

it.each(CALLS)('%s respects a claim, and decides the revision that its claimer saw', async (url, subject, body) => {
  moderation.claims = { [subject]: { by: 'other', rev: 3 } };
  const refused = await post(url, body);
  expect([refused.status, refused.json<ApiError>().code]).toEqual([409, 'ERROR-00053']);
  expect(decided).toEqual([]);
  moderation.claims = { [subject]: { by: 'staff', rev: 3 } };
  expect((await post(url, body)).status).toBe(200);
  moderation.claims = {};
  expect((await post(url, body)).status).toBe(200);
  expect(decided).toEqual([3, undefined]);
});

it('prefers the revision in the request to that of the claim', async () => {
  moderation.claims = { d1: { by: 'staff', rev: 3 } };
  await post(`${DRIVE}/approve-public`, { _rev: 4 });
  await post(`${DRIVE}/request-changes`, { _rev: 5, changeRequest: { title: 'Which?' } });
  expect(decided).toEqual([4, 5]);
});

it('shows the revision of an item, accepts it in a decision, and returns a newer one', async () => {
  const { items } = (await ask({ url: '/api/moderation/queue', headers: { authorization: `Bearer ${token}` } })).json<{
    items: ModerationItem[];
  }>();
  expect(items).toMatchObject([{ id: 'i1', _rev: 1 }]);
  moderation.decide = ({ rev }) => {
    decided.push(rev);
    return Promise.reject(new ProductError('staleRevision', { additional: { _rev: 2 } }));
  };
  const url = '/api/moderation/items/i1/decide';
  const stale = await post(url, { decision: 'approve', _rev: 1 });
  expect([stale.status, stale.json<ApiError>().additional]).toEqual([409, { _rev: 2 }]);
  await post(url, { decision: 'approve' });
  expect(decided).toEqual([1, undefined]);
  expect((await post(url, { decision: 'approve', _rev: '1' })).status).toBe(400);
});
