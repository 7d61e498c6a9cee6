// Aim: every call on a drive in any state returns to each role the result in the table (S1). Neither calls nor
// differences between refusals reveal a hidden drive to other people.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { Drive } from '../drive/drive.entity.js';
import { ANN, createdBy, formOf, openAuthoring, type OpenedAuthoring, STAFF } from './authoring.fixture.js';
import { callOf } from '../drives.fixture.js';

let database: TestDatabase;
let drives: OpenedAuthoring;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const CALLERS = {
  free: { userId: 'other', accountType: 'free' },
  hero: { userId: 'other', accountType: 'hero' },
  sharedFree: { userId: 'friend', accountType: 'free' },
  sharedHero: { userId: 'friend', accountType: 'hero' },
  freeOwner: { ...ANN, accountType: 'free' },
  heroOwner: ANN,
  admin: STAFF,
} satisfies Record<string, Caller>;
const ROLES = Object.keys(CALLERS) as (keyof typeof CALLERS)[];

/** 404 for a drive that must not be known to exist; 403+ if a Hero account would be allowed; 409 for a late request. */
const TABLE = `
state     call            free  hero  sharedFree sharedHero freeOwner heroOwner admin
private   details         404   404   403+       200        200       200       200
private   save            404   404   404        403        403+      200       200
private   delete          404   404   404        403        200       200       200
private   approve         403   403   403        403        403       403       409
private   request-changes 403   403   403        403        403       403       409
pending   details         404   404   404        404        200       200       200
pending   save            404   404   404        404        403+      200       200
pending   delete          404   404   404        404        200       200       200
pending   approve         403   403   403        403        403       403       200
pending   request-changes 403   403   403        403        403       403       200
sent-back details         404   404   404        404        200       200       200
sent-back save            404   404   404        404        403+      200       200
sent-back delete          404   404   404        404        200       200       200
sent-back approve         403   403   403        403        403       403       409
published details         200   200   200        200        200       200       200
published save            403   403   403        403        403       403       200
published delete          403   403   403        403        403       403       200
published approve         403   403   403        403        403       403       409
missing   details         404   404   404        404        404       404       404
missing   save            404   404   404        404        404       404       404
missing   delete          404   404   404        404        404       404       404
missing   approve         403   403   403        403        403       403       404
missing   request-changes 403   403   403        403        403       403       404`;

const [, ...rows] = TABLE.trim()
  .split('\n')
  .map((row) => row.split(/\s+/));

const CALLS: Readonly<Record<string, (id: string, caller: Caller, isPublic: boolean) => Promise<unknown>>> = {
  details: (id, caller) => drives.queries.details(id, caller),
  save: (id, caller, isPublic) =>
    drives.authoring.update({ id, form: formOf({ privacy: isPublic ? 'public' : 'private' }) }, callOf(caller)),
  delete: (id, caller) => drives.authoring.delete(id, caller),
  approve: (id, caller) => drives.authoring.approve(id, 1, callOf(caller)),
  'request-changes': (id, caller) => drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, caller),
};

/** Creates Ann's drive in a state, shared with a friend. @returns its id. */
async function madeIn(state: string): Promise<string> {
  if (state === 'missing') return 'no-such-drive';
  const { id } = await createdBy(drives, ANN, { privacy: state === 'private' ? 'private' : 'public' });
  await drives.source.getRepository(Drive).update({ id }, { sharedWith: ['friend'] });
  if (state === 'sent-back') await drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, STAFF);
  if (state === 'published') await drives.authoring.approve(id, 1, callOf(STAFF));
  return id;
}

async function statusOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '200';
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    return `${error.toApiError('r').type}${error.additional['upgrade'] === true ? '+' : ''}`;
  }
}

describe('who may do what with a drive', () => {
  it.each(rows)('that is %s: %s', async (state = '', call = '', ...expected) => {
    const statuses: string[] = [];
    for (const role of ROLES) {
      const id = await madeIn(state);
      statuses.push(await statusOf(CALLS[call]!(id, CALLERS[role], state !== 'private')));
      await drives.source.query('truncate drive cascade');
    }
    const named = (values: readonly (string | undefined)[]) => ROLES.map((role, index) => `${role} ${values[index]}`);
    expect(named(statuses)).toEqual(named(expected));
  });
});
