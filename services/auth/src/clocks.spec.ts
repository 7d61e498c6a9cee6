// Aim: F13: what expires does so to the minute, however wrong the clock of a process is or whenever it is set back, and in
// time zones whose days are not all as long as each other.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import {
  isGood,
  logInRequest,
  type Member,
  openAuth,
  type OpenedAuth,
  originAt,
  PASSWORD,
  refusalOf,
  signUpRequest,
  UNLIMITED,
  VISITOR,
} from './auth.fixture.js';

const MINUTE_MS = 60_000;
const SKEW_MAX_MINUTES = 10;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Far enough for the machine to be slow, and nearer than any hour a day may be longer or shorter by. */
const MARGIN_MIN_SECONDS = 120;
const MARGIN_MAX_SECONDS = 1_500;
const CASES_PER_ZONE = 50;
/** One without summer time, two that change on other days, one that changes by half an hour. */
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

/** Moves what the database noted into the past: as if so many seconds had gone by. */
async function pass(seconds: number, table: string, column: string): Promise<void> {
  await auth.source.query(`update ${table} set ${column} = ${column} - make_interval(secs => $1)`, [seconds]);
}

const works = async (asked: Promise<unknown>) => (await refusalOf(asked)) === null;

async function session(): Promise<string> {
  return (await auth.client.logIn(logInRequest(ann.email), VISITOR)).token;
}

/** What expires after so long: begins, and answers how to look whether it still works once the time has gone by. */
const KINDS: { lasts: number; begin: () => Promise<(seconds: number) => Promise<boolean>> }[] = [
  {
    lasts: 30 * DAY,
    begin: async () => {
      const token = await session();
      return async (seconds) => {
        await pass(seconds, 'session', 'last_used_at');
        return isGood(auth, token);
      };
    },
  },
  {
    lasts: 180 * DAY,
    begin: async () => {
      const token = await session();
      return async (seconds) => {
        await pass(seconds, 'session', 'expires_at');
        return isGood(auth, token);
      };
    },
  },
  {
    lasts: HOUR,
    begin: async () => {
      await auth.client.requestPasswordReset({ email: ann.email, origin }, VISITOR);
      const link = auth.mailbox.linkTo(ann.email);
      return async (seconds) => {
        await pass(seconds, 'code', 'expires_at');
        return works(auth.client.checkPasswordReset(link, VISITOR));
      };
    },
  },
  {
    lasts: DAY,
    begin: async () => {
      const newEmail = `clock-${(people += 1)}@example.com`;
      await auth.client.changeEmail({ newEmail, password: PASSWORD }, ann.call);
      const link = auth.mailbox.linkTo(newEmail);
      return async (seconds) => {
        await pass(seconds, 'code', 'expires_at');
        const isChanged = await works(auth.client.confirmEmailChange({ ...link, origin }, VISITOR));
        if (isChanged) ann = { ...ann, email: newEmail };
        return isChanged;
      };
    },
  },
  {
    lasts: DAY,
    begin: async () => {
      const email = `clock-${(people += 1)}@example.com`;
      await auth.client.signUp(signUpRequest(email), VISITOR);
      const link = auth.mailbox.linkTo(email);
      return async (seconds) => {
        for (const table of ['code', 'sign_up']) await pass(seconds, table, 'expires_at');
        return works(auth.client.confirmSignUp(link, VISITOR));
      };
    },
  },
];

const skewMs = () => (random.next() * 2 - 1) * SKEW_MAX_MINUTES * MINUTE_MS;

describe(`what expires, over ${ZONES.length * CASES_PER_ZONE} clocks (SEED=${seed})`, () => {
  it.each(ZONES)(
    'does so on time where the time zone is %s',
    async (zone) => {
      await openIn(zone);
      for (let index = 0; index < CASES_PER_ZONE; index += 1) {
        const { lasts, begin } = KINDS[index % KINDS.length]!;
        auth.clock.advance(skewMs());
        const isGoodAfter = await begin();
        const margin = MARGIN_MIN_SECONDS + random.below(MARGIN_MAX_SECONDS - MARGIN_MIN_SECONDS);
        const isLate = random.chance(0.5);
        // Ahead, or set back while it lasts.
        auth.clock.advance(skewMs());
        const seen = await isGoodAfter(isLate ? lasts + margin : lasts - margin);
        const found = { index, lasts, margin, works: seen };
        expect(found).toEqual({ ...found, works: !isLate });
      }
      await auth.close();
    },
    120_000,
  );
});
