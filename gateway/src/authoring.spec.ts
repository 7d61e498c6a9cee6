// Aim: the input for a drive reaches the drives service correctly, and each outcome has its own wording.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import type {
  ApproveDriveRequest,
  CreateDriveRequest,
  RequestChangesRequest,
  UpdateDriveRequest,
} from '@switchback/proto/drives/v1/service';
import type { InjectOptions } from 'fastify';
import { openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './testing/sample-calls.js';

const { ask, auth, drives, users, close } = await openGateway();
afterAll(close);

let token: string;
let created: CreateDriveRequest[];
let outcome: { privacy: string; status: string };
beforeEach(() => {
  auth.add('ada', { accountType: 'hero' });
  token = auth.openSession('ada');
  created = [];
  outcome = { privacy: 'private', status: 'none' };
  drives.createDrive = async (request) => {
    created.push(request);
    return { drive: { id: 'd7', title: 'My Road', rev: 1, ...outcome } };
  };
});

const [START, END] = [
  { lat: 35.6, lng: -82.55 },
  { lat: 35.23, lng: -82.73 },
];
const DETAILS = {
  title: 'My Road',
  description: 'Hills.',
  privacy: 'private',
  starRating: 4,
  trafficRating: null,
  countries: [{ country: { id: 233, name: 'US' }, states: [{ id: 1446 }] }],
  waypoints: [
    { label: 'A', value: { location: START } },
    { label: 'Empty', value: null },
    { label: 'B', value: { placeId: 'city:1' } },
  ],
  directions: {
    source: 'track',
    legs: [{ start: { location: START }, end: { location: END }, distance: 1, duration: 2, path: '_mxxE~xtvN' }],
  },
};

function creation(details: object = DETAILS, headers: Record<string, string> = {}): InjectOptions {
  return { method: 'PUT', url: '/api/drives/drive', payload: { token, details }, headers };
}

describe('saving a drive', () => {
  it('passes on the form, with its empty slots and without invented values', async () => {
    const answer = await ask(creation());
    expect([answer.status, Object.keys(answer.json())]).toEqual([201, ['driveId', 'title', 'message']]);
    const { form, idempotency } = created[0]!;
    expect(idempotency).toBeUndefined();
    expect(form).toMatchObject({
      title: 'My Road',
      privacy: 'private',
      starRating: 4,
      trafficRating: undefined,
      rev: undefined,
      tags: [],
      countries: [{ country: { id: 233 }, states: [{ id: 1446 }] }],
      waypoints: [
        { label: 'A', location: START, placeId: '' },
        { label: 'Empty', location: undefined, placeId: '' },
        { label: 'B', location: undefined, placeId: 'city:1' },
      ],
      directions: { source: 'track', legs: [{ start: { label: '', location: START }, duration: 2 }] },
    });
  });

  it('passes on the author’s tags, and none of the map that a drive was read with', async () => {
    const [toll, lake] = [
      { category: 'feature', name: 'toll' },
      { category: 'environment', name: 'lake' },
    ];
    const tags = [
      toll,
      { ...lake, source: 'author' },
      { category: 'environment', name: 'coast', source: 'map', meters: 9 },
    ];
    expect((await ask(creation({ ...DETAILS, tags }))).status).toBe(201);
    expect(created[0]!.form!.tags).toEqual([toll, lake]);
  });

  it('reports the outcome', async () => {
    const titles: unknown[] = [];
    for (const [privacy, status] of [
      ['private', 'none'],
      ['public', 'pending'],
      ['public', 'approved'],
      ['public', 'changes-requested'],
    ] as const) {
      outcome = { privacy, status };
      titles.push((await ask(creation())).json()['title']);
    }
    expect(titles).toEqual(['Drive Saved', 'Drive Submitted', 'Drive Published', 'Changes Requested']);
  });

  it.each<[string, object, string]>([
    ['no privacy', { ...DETAILS, privacy: undefined }, 'privacy'],
    ['ten waypoints', { ...DETAILS, waypoints: Array(10).fill(DETAILS.waypoints[0]) }, 'waypoints'],
    ['four countries', { ...DETAILS, countries: Array(4).fill(DETAILS.countries[0]) }, 'countries'],
    ['six stars', { ...DETAILS, starRating: 6 }, 'starRating'],
    ['a long description', { ...DETAILS, description: 'x'.repeat(5_001) }, 'description'],
    ['an unknown source', { ...DETAILS, directions: { ...DETAILS.directions, source: 'x' } }, 'directions.source'],
  ])('rejects %s at the field', async (_, details, field) => {
    const answer = await ask(creation(details));
    expect([answer.status, Object.keys(answer.json<ApiError>().fields!)]).toEqual([400, [field]]);
    expect(created).toEqual([]);
  });

  it('requires a revision, and accepts a form with only a new privacy', async () => {
    let updated: UpdateDriveRequest | undefined;
    drives.updateDrive = async (request) => {
      updated = request;
      return { drive: { id: 'd1', title: '', rev: 8, privacy: 'private', status: 'none' } };
    };
    const payload = { token, details: { privacy: 'private', _rev: 7 } };
    expect((await ask({ method: 'POST', url: '/api/drives/drive/d1', payload })).status).toBe(200);
    expect(updated).toMatchObject({ id: 'd1', form: { rev: 7, title: '', waypoints: [], directions: undefined } });
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (key: string, details: object = DETAILS) => ask(creation(details, { 'idempotency-key': key }));
  const fingerprint = () => created.at(-1)!.idempotency!.fingerprint;

  it('is passed on with a fingerprint of the request without the token', async () => {
    await keyed('a key');
    const first = fingerprint();
    expect(created[0]!.idempotency!.key).toBe('a key');
    token = auth.openSession('ada');
    await keyed('another');
    expect(fingerprint()).toBe(first);
    await keyed('a key', { ...DETAILS, title: 'Other' });
    expect(fingerprint()).not.toBe(first);
  });

  it('of a visitor is valid for one IP address and one call', async () => {
    const keys: string[] = [];
    for (const remoteAddress of ['10.0.0.1', '10.0.0.1', '10.0.0.2']) {
      const request = requestOf('contact', SAMPLE_CALLS.contact, 'ada');
      const answer = await ask({ ...request, remoteAddress, headers: { 'idempotency-key': 'k' } });
      expect(answer.status).toBe(200);
      keys.push(users.contacts.at(-1)!.idempotency!.key);
    }
    expect(keys[0]).toBe(keys[1]);
    expect(keys[0]).not.toBe(keys[2]);
    expect(keys[0]).toContain('/api/contact/');
  });

  it('has 1 to 255 characters', async () => {
    expect((await keyed('k'.repeat(255))).status).toBe(201);
    for (const key of ['', 'k'.repeat(256)]) {
      const answer = await keyed(key);
      expect([answer.status, Object.keys(answer.json<ApiError>().fields!)]).toEqual([400, ['Idempotency-Key']]);
    }
    const read = await ask({ url: '/api/drives/popular', headers: { 'idempotency-key': 'k'.repeat(256) } });
    expect(read.status).toBe(200);
  });
});

describe('a decision of staff', () => {
  it('passes on corrections with an approval, at the revision they were made of, and names errors by their fields', async () => {
    auth.add('staff', { accountType: 'admin' });
    const requests: ApproveDriveRequest[] = [];
    drives.approveDrive = async (request) => {
      requests.push(request);
      return { drive: { id: 'd1', title: '', rev: 8, privacy: 'public', status: 'approved' } };
    };
    const approve = (body: object) =>
      ask({
        method: 'POST',
        url: '/api/drives/drive/d1/approve-public',
        payload: { token: auth.openSession('staff'), ...body },
      });
    const details = { ...DETAILS, privacy: 'public', _rev: 7 };
    expect((await approve({ details })).status).toBe(200);
    expect((await approve({ details, _rev: 6 })).status).toBe(200);
    expect((await approve({})).status).toBe(200);
    expect(requests).toMatchObject([
      { rev: 7, form: { title: 'My Road', starRating: 4, directions: { source: 'track' } } },
      { rev: 6, form: { title: 'My Road' } },
      { rev: undefined, form: undefined },
    ]);
    const refused = await approve({ details: { ...details, starRating: 9 } });
    expect([refused.status, Object.keys(refused.json<ApiError>().fields ?? {})]).toEqual([400, ['starRating']]);
  });

  it('passes on fields with content, and ignores unknown ones', async () => {
    auth.add('staff', { accountType: 'admin' });
    let asked: RequestChangesRequest | undefined;
    drives.requestChanges = async (request) => {
      asked = request;
      return { drive: { id: 'd1', title: '', rev: 8, privacy: 'public', status: 'changes-requested' } };
    };
    const changeRequest = {
      title: 'Which?',
      description: '',
      tags: null,
      nonsense: {},
      'photos.p1': 'Blurred',
      'photos.': 'No photo',
      'photos.p 1': {},
    };
    const payload = { token: auth.openSession('staff'), changeRequest };
    const answer = await ask({ method: 'POST', url: '/api/drives/drive/d1/request-changes', payload });
    expect([answer.status, asked]).toEqual([
      200,
      { id: 'd1', changeRequest: { title: 'Which?', 'photos.p1': 'Blurred' }, rev: undefined },
    ]);
    const long = { ...payload, changeRequest: { 'photos.p1': 'x'.repeat(2_001) } };
    const refused = await ask({ method: 'POST', url: '/api/drives/drive/d1/request-changes', payload: long });
    expect([refused.status, Object.keys(refused.json<ApiError>().fields ?? {})]).toEqual([
      400,
      ['changeRequest.photos.p1'],
    ]);
  });
});
