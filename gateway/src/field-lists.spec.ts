// Aim: an answer contains the fields listed for its asker and no others, and no body field grants anyone a right.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RouteName } from '@switchback/contracts/routes';
import { toWireAccountType } from '@switchback/platform/wire/account-type';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import { PublicProfile } from '@switchback/proto/users/v1/user';
import { drive } from '@switchback/testing/fake-drives';
import type { z } from 'zod';
import { type Asker, expectedStatus } from './testing/access.table.js';
import { FIELDS, type FieldList } from './testing/field-lists.table.js';
import { ENDPOINTS } from '@switchback/contracts/endpoints/all';
import { asking, carriersOf, carrying, populate } from './testing/askers.js';
import { openGateway } from './testing/open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './testing/sample-calls.js';
import { type Asked, watchServices } from './testing/watched-services.js';

const CANARY = 'canary-of-a-service';
/** Fields of services that browsers must not see, under names that the contract may use elsewhere. */
const INTERNAL = {
  email: CANARY,
  passwordHash: CANARY,
  tokenHash: CANARY,
  address: CANARY,
  originalPath: CANARY,
  enabled: CANARY,
};
/** Values that an attacker might send to gain rights. */
const WISHES = {
  accountType: 'admin',
  role: 'admin',
  isAdmin: true,
  enabled: true,
  status: 'approved',
  id: 'other',
  userId: 'other',
  user: { id: 'other', accountType: 'admin' },
};
/** Calls that return their own email address to anyone who proves their identity. */
const LETS_IN: readonly RouteName[] = ['logIn', 'finishOidc', 'confirmEmailChange'];
const LEVELS_MAX = 12;

const opened = await openGateway();
const { ask, auth, users, drives, search, close } = opened;
const region = { id: 1, name: 'Region' };
const avatar = { id: 'a1', small: '/s', medium: '/m', large: '/l', original: '/o' };
const drivenStats = { distance: 1, duration: 1, states: 1, countries: 1 };
const driven = { distance: [1], duration: [1], states: [1], countries: [1] };
const person = {
  firstName: 'Ann',
  lastName: 'Bell',
  bio: 'Drives.',
  country: region,
  state: region,
  city: region,
  avatar,
};
/** A person who hides nothing. */
users.getPublicProfile = async ({ userId }) => {
  const listed = { ids: ['d1'] };
  const lists = { saved: listed, completed: listed, published: listed, drivenStats };
  return {
    profile: {
      ...PublicProfile.decode(new Uint8Array()),
      id: userId,
      username: userId,
      accountType: toWireAccountType('hero'),
      ...person,
      ...lists,
    },
  };
};
const asked = watchServices(opened, (answer) => withInternals(answer));
afterAll(close);

beforeEach(() => {
  populate(opened);
  fill();
});

/** Fills every field of people and a drive. */
function fill(): void {
  const lists = {
    saved: ['d1'],
    completed: ['d1'],
    private: ['d1'],
    pending: ['d1'],
    published: ['d1'],
    shared: [{ userId: 'other', username: 'other', driveIds: ['d1'] }],
    sharing: [{ driveId: 'd1', userIds: ['other'] }],
  };
  for (const id of ['other', 'free', 'hero', 'admin', 'rider'])
    users.add(id, { ...person, lists, drivenStats, driven });
  const summary = drive({
    creator: { id: 'other', username: 'other' },
    tags: [{ category: 'feature', name: 'Water', source: 'map', meters: 1_000 }],
    photos: [{ id: 'p1', small: '/s', medium: '/m', large: '/l', original: '/o', description: 'A view.' }],
    rankings: { world: true, countries: [] },
  });
  drives.add(summary, { authorRatings: ['starRating'] });
  search.drivesJson = JSON.stringify([toSummary(withInternals(summary) as typeof summary)]);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Returns a copy with internal fields added at every level. */
function withInternals(value: unknown, level = 0): unknown {
  if (level > LEVELS_MAX) throw new Error('An answer is nested too deeply.');
  if (isList(value)) return value.map((item) => withInternals(item, level + 1));
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const own = Object.entries(value as Record<string, unknown>).map(([key, item]) => [
    key,
    // Keys of a change request are chosen by its author.
    key === 'changeRequest' ? item : withInternals(item, level + 1),
  ]);
  return { ...INTERNAL, ...Object.fromEntries(own) };
}

/** Returns every path to a value; `[]` stands for any list item. */
function pathsOf(value: unknown, path = ''): string[] {
  if (isList(value)) return value.flatMap((item) => pathsOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, item]) => pathsOf(item, path === '' ? key : `${path}.${key}`));
}

async function answerTo(name: RouteName, asker: Asker): Promise<string> {
  const { token, about } = await asking(opened, asker);
  const { status, text } = await ask(await carrying(requestOf(name, SAMPLE_CALLS[name], about), 'header', token));
  const endpoint = ENDPOINTS.find((candidate) => candidate.name === name);
  expect([name, asker, status]).toEqual([name, asker, endpoint && expectedStatus(endpoint, asker)]);
  return text;
}

describe('a response', () => {
  it.each(Object.entries(FIELDS) as [RouteName, FieldList][])(
    '%s has the fields of its list, for each caller',
    async (name, list) => {
      for (const asker of list.askers) {
        const fields = [...new Set(pathsOf(JSON.parse(await answerTo(name, asker))))].toSorted();
        expect([asker, fields]).toEqual([asker, list.fields.toSorted()]);
      }
    },
  );

  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s contains nothing that a service adds to the contract',
    async (name, endpoint) => {
      for (const asker of ['anonymous', 'free', 'admin', 'heroOwner'] as const) {
        if (expectedStatus(endpoint, asker) >= 400 || endpoint.files) continue;
        populate(opened);
        fill();
        const { token, about } = await asking(opened, asker);
        const { text } = await ask(await carrying(requestOf(name, SAMPLE_CALLS[name], about), 'header', token));
        expect(text).not.toContain(CANARY);
        if (!asker.endsWith('Owner') && !LETS_IN.includes(name)) expect(text).not.toContain('@example.com');
      }
    },
  );
});

/** Returns the requests that the services received, normalized for comparison between calls. */
function receivedBy(calls: readonly Asked[], token: string | null): string[] {
  return calls.map((call) =>
    JSON.stringify(call)
      .replaceAll(token ?? '<none>', '<token>')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<uuid>'),
  );
}

/** Returns a copy with the wished-for values added at every level. */
function withWishes(value: unknown): unknown {
  if (isList(value)) return value.map(withWishes);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([key, item]) => [key, withWishes(item)]);
  return { ...WISHES, ...Object.fromEntries(own) };
}

describe('a call', () => {
  it.each(ENDPOINTS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s grants no additional rights, whatever extra fields its body and address contain',
    async (name, endpoint) => {
      // Aim: services receive the same with and without them (CVE-2026-23896): clients set no account type, id, state.
      const outcome = async (carrier: 'header' | 'body' | 'form', wishes: boolean) => {
        populate(opened);
        const { token, about } = await asking(opened, 'freeOwner');
        const request = requestOf(name, SAMPLE_CALLS[name], about);
        const url = request.url as string;
        const changed = {
          ...request,
          url: wishes ? `${url}${url.includes('?') ? '&' : '?'}accountType=admin&userId=other&role=admin` : url,
          ...(wishes && request.payload ? { payload: withWishes(request.payload) as object } : {}),
        };
        asked.length = 0;
        const { status } = await ask(await carrying(changed, carrier, token));
        return [status, ...receivedBy(asked, token)];
      };
      for (const carrier of carriersOf(name, endpoint.file !== undefined))
        expect(await outcome(carrier, true)).toEqual(await outcome(carrier, false));
      const types = [...auth.accounts.values()].map(({ userId, accountType }) => `${userId} ${accountType}`);
      expect(types.filter((text) => text.startsWith('free'))).toEqual(name === 'deleteAccount' ? [] : ['free free']);
    },
  );

  it('accepts no secret in its address except the one-time code of a mailed link', () => {
    // Aim: URLs end up in logs, histories and caches (CVE-2026-25118).
    const secret = /^(.*(token|password|secret|key|email)|code|session)$/i;
    const named = ENDPOINTS.flatMap(({ name, params, query }) =>
      [params, query].flatMap((schema) =>
        namesOf(schema)
          .filter((key) => secret.test(key))
          .map((key) => `${name}: ${key}`),
      ),
    );
    expect(named.toSorted()).toEqual([
      'checkPasswordReset: code',
      'confirmEmailChange: code',
      'confirmPasswordReset: code',
      'confirmSignUp: code',
      'confirmSignUpByPassword: code',
    ]);
  });
});

function namesOf(schema: z.ZodType | undefined): string[] {
  return Object.keys((schema as Partial<z.ZodObject> | undefined)?.shape ?? {});
}
