// Aim: F13: expiry is precise to the minute, however wrong a process's clock is and whenever it is set back, including
// in time zones whose days vary in length.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import {
  isValidToken,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  errorOf,
  signUpRequest,
  UNLIMITED,
  VISITOR,
} from './auth.fixture.js';

const MINUTE_MS = 60_000;
const SKEW_MAX_MINUTES = 10;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Large enough for a slow machine, and smaller than any shift of daylight saving time. */
const MARGIN_MIN_SECONDS = 120;
const MARGIN_MAX_SECONDS = 1_500;
const CASES_PER_ZONE = repetitions({ short: 15, full: 50 });
/** One without daylight saving time, two that switch on different days, one that shifts by half an hour. */
const ZONES = ['UTC', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe'];

const seed = runSeed();
const random = seededRandom(seed);
const origin = originAt('192.0.2.7');

let database: TestDatabase;
let auth: OpenedAuth;
let ann: Member;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function openIn(zone: string): Promise<void> {
  await database.setTimeZone(zone);
  auth = await openAuth(database.url, { rates: UNLIMITED });
  ann = await auth.member(`clock-${(people += 1)}@example.com`);
}

/** Moves database timestamps into the past, as if this many seconds had passed. */
async function pass(seconds: number, table: string, column: string): Promise<void> {
  await auth.source.query(`update ${table} set ${column} = ${column} - make_interval(secs => $1)`, [seconds]);
}

const works = async (promise: Promise<unknown>) => (await errorOf(promise)) === null;

async function session(): Promise<string> {
  return (await auth.client.logIn(logInRequest(ann.email), VISITOR)).token;
}

/**
 * Everything that expires, with its lifetime and its columns. `begin` creates one and returns a check of whether it
 * still works.
 */
const KINDS: {
  lasts: number;
  noted: [table: string, column: string][];
  begin: () => Promise<() => Promise<boolean>>;
}[] = [
  {
    lasts: 30 * DAY,
    noted: [['session', 'last_used_at']],
    begin: async () => {
      const token = await session();
      return () => isValidToken(auth, token);
    },
  },
  {
    lasts: 180 * DAY,
    noted: [['session', 'expires_at']],
    begin: async () => {
      const token = await session();
      return async () => {
        // In constant use.
        await auth.source.query('update session set last_used_at = now()');
        return isValidToken(auth, token);
      };
    },
  },
  {
    lasts: HOUR,
    noted: [['code', 'expires_at']],
    begin: async () => {
      await auth.client.requestPasswordReset({ email: ann.email, origin }, VISITOR);
      const link = auth.mailbox.linkTo(ann.email);
      return () => works(auth.client.checkPasswordReset(link, VISITOR));
    },
  },
  {
    lasts: DAY,
    noted: [['code', 'expires_at']],
    begin: async () => {
      const newEmail = `clock-${(people += 1)}@example.com`;
      await auth.client.changeEmail({ newEmail, password: PASSWORD }, ann.call);
      const link = auth.mailbox.linkTo(newEmail);
      return async () => {
        const isChanged = await works(auth.client.confirmEmailChange({ ...link, origin }, VISITOR));
        if (isChanged) ann = { ...ann, email: newEmail };
        return isChanged;
      };
    },
  },
  {
    lasts: DAY,
    noted: [
      ['code', 'expires_at'],
      ['sign_up', 'expires_at'],
    ],
    begin: async () => {
      const email = `clock-${(people += 1)}@example.com`;
      await auth.client.signUp(signUpRequest(email), VISITOR);
      const link = auth.mailbox.linkTo(email);
      return () => works(auth.client.confirmSignUp(link, VISITOR));
    },
  },
];

const skewMs = () => (random.next() * 2 - 1) * SKEW_MAX_MINUTES * MINUTE_MS;

describe(`expiry over ${ZONES.length * CASES_PER_ZONE} clocks (SEED=${seed})`, () => {
  it.each(ZONES)(
    'is on time in the time zone %s',
    async (zone) => {
      await openIn(zone);
      for (let index = 0; index < CASES_PER_ZONE; index += 1) {
        const { lasts, noted, begin } = KINDS[index % KINDS.length]!;
        auth.clock.advance(skewMs());
        const isStillGood = await begin();
        const margin = MARGIN_MIN_SECONDS + random.below(MARGIN_MAX_SECONDS - MARGIN_MIN_SECONDS);
        const isLate = random.chance(0.5);
        // The clock runs ahead or is set back during the lifetime.
        auth.clock.advance(skewMs());
        for (const [table, column] of noted) await pass(isLate ? lasts + margin : lasts - margin, table, column);
        const found = { index, lasts, margin, works: await isStillGood() };
        expect(found).toEqual({ ...found, works: !isLate });
      }
      await auth.close();
    },
    120_000,
  );
});

/** Irregular days in the time zones that have them, with the moment at which they become irregular. */
const ODD_DAYS: [day: string, zone: string, moment: string][] = [
  ['a leap day', 'UTC', '2028-02-29T00:00:00Z'],
  ['a leap day', 'America/New_York', '2028-02-29T05:00:00Z'],
  ['an hour left out', 'America/New_York', '2027-03-14T07:00:00Z'],
  ['an hour that comes twice', 'Europe/Berlin', '2027-10-31T01:00:00Z'],
  ['half an hour that comes twice', 'Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
];

describe('expiry across a clock change of the database', () => {
  it.each(ODD_DAYS)(
    '%s in %s, is on time',
    async (_day, zone, moment) => {
      await openIn(zone);
      for (const { lasts, begin } of KINDS) {
        for (const isLate of [false, true]) {
          // The irregular moment lies in the middle.
          const startMs = Date.parse(moment) - (lasts * 1_000) / 2;
          await database.setClock(new Date(startMs));
          const isStillGood = await begin();
          const seconds = isLate ? lasts + MARGIN_MIN_SECONDS : lasts - MARGIN_MIN_SECONDS;
          await database.setClock(new Date(startMs + seconds * 1_000));
          const found = { lasts, isLate, works: await isStillGood() };
          expect(found).toEqual({ ...found, works: !isLate });
        }
      }
      await auth.close();
    },
    120_000,
  );
});
