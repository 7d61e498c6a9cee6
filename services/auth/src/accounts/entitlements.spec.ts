// Aim: an account has the higher of the staff grant and the subscription's type, whichever came last; sessions
// continue.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ACCOUNT_TYPES, type AccountType } from '@switchback/contracts/rules/accounts';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { openAuth, type OpenedAuth } from '../auth.fixture.js';
import { typeFrom } from './account-type.js';
import { Account } from './account.entity.js';

let database: TestDatabase;
let auth: OpenedAuth;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  auth = await openAuth(database.url);
});
afterAll(async () => {
  await auth.close();
  await database.drop();
});

async function member() {
  const email = `person${(people += 1)}@example.com`;
  const { call } = await auth.member(email);
  const userId = call.caller!.userId;
  const entitle = (rev: number, hero: boolean) => auth.client.setEntitlement({ userId, rev, hero }, call);
  const type = async () => (await auth.source.getRepository(Account).findOneByOrFail({ userId })).accountType;
  return { email, userId, call, entitle, type };
}

describe('the type of an account', () => {
  const TABLE: Record<AccountType, { without: AccountType; with: AccountType }> = {
    free: { without: 'free', with: 'hero' },
    hero: { without: 'hero', with: 'hero' },
    admin: { without: 'admin', with: 'admin' },
  };
  it.each(ACCOUNT_TYPES)('granted by staff: %s', (granted) => {
    const types = { without: typeFrom({ granted, entitled: false }), with: typeFrom({ granted, entitled: true }) };
    expect(types).toEqual(TABLE[granted]);
  });

  it('follows the subscription in order, whatever arrives late or twice', async () => {
    const { entitle, type, call } = await member();
    const seen: AccountType[] = [];
    for (const [rev, hero] of [
      [1, true],
      [1, true],
      [3, false],
      [2, true],
      [4, true],
    ] as const) {
      await entitle(rev, hero);
      seen.push(await type());
    }
    expect(seen).toEqual(['hero', 'hero', 'free', 'free', 'hero']);
    expect((await auth.client.getAccount({}, call)).account).toBeDefined();
  });

  it('granted by staff is not lowered when the subscription ends', async () => {
    const { email, entitle, type } = await member();
    await auth.staff.setType(email, 'hero');
    await entitle(1, true);
    await entitle(2, false);
    expect(await type()).toBe('hero');
    await auth.staff.setType(email, 'free');
    expect(await type()).toBe('free');
  });

  it('stays Hero through the subscription when staff revoke their grant', async () => {
    const { email, entitle, type } = await member();
    await entitle(1, true);
    expect(await auth.staff.setType(email, 'admin')).toBe('admin');
    expect(await auth.staff.setType(email, 'free')).toBe('hero');
    expect(await type()).toBe('hero');
  });

  it('of an unknown account is reported as unknown', async () => {
    const { call } = await member();
    expect(await auth.client.setEntitlement({ userId: 'nobody', rev: 1, hero: true }, call)).toEqual({ known: false });
  });
});
