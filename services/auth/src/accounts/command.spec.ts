// Aim: operators can create heroes and admins and lock people out, and the command explains wrong arguments.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { isValidToken, logInRequest, openAuth, type OpenedAuth, errorOf, VISITOR } from '../auth.fixture.js';
import { accountCommand } from './command.js';

let database: TestDatabase;
let auth: OpenedAuth;

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  auth = await openAuth(database.url);
  await auth.source.query('truncate account, sign_up, session, code, mail, outbox');
});
afterEach(() => auth.close());
afterAll(() => database.drop());

async function run(words: string) {
  const lines: string[] = [];
  const parts = { staff: auth.staff, output: { write: (text: string) => lines.push(text) } };
  const code = await accountCommand(words.split(' '), {
    ...parts,
    readPassword: async () => 'from-stdin',
    decisions: async () => [],
  });
  return { code, text: lines.join('') };
}
const logIn = (password: string) => auth.client.logIn(logInRequest('boss@example.com', password), VISITOR);

describe('npm run account', () => {
  it('creates a confirmed account of a type, with the password as an option or from input', async () => {
    const { code, text } = await run('create --email boss@example.com --username boss --type admin');
    expect([code, text]).toEqual([0, expect.stringContaining('boss@example.com now has an account of type admin')]);
    const { account } = await logIn('from-stdin');
    expect(account?.accountType).toBe('ACCOUNT_TYPE_ADMIN');
    expect(auth.users.profiles).toEqual([account?.userId]);
    expect((await run('create --email ann@example.com --username ann --password given-one')).code).toBe(0);
  });

  it('rejects a taken address or name, and invalid values, and names them', async () => {
    await run('create --email boss@example.com --username boss');
    expect(await run('create --email BOSS@example.com --username other')).toMatchObject({ code: 1 });
    expect(await run('create --email new@example.com --username Boss')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--username: '),
    });
    expect(await run('create --email new@example.com --username new --password 123')).toMatchObject({
      code: 1,
      text: expect.stringContaining('--password: '),
    });
  });

  it('lists, changes and disables accounts', async () => {
    await run('create --email boss@example.com --username boss');
    const { token } = await logIn('from-stdin');
    expect(await run('set-type --email Boss@example.com --type hero')).toMatchObject({ code: 0 });
    expect(await run('disable --email boss@example.com')).toMatchObject({ code: 0 });
    expect([await isValidToken(auth, token), (await errorOf(logIn('from-stdin')))?.error]).toEqual([
      false,
      'notAllowed',
    ]);
    expect((await run('list')).text).toMatch(/hero {3}boss@example\.com {2}disabled\n$/);
    expect(await run('enable --email boss@example.com')).toMatchObject({ code: 0 });
    expect(await errorOf(logIn('from-stdin'))).toBeNull();
    expect(await run('turn-off-totp --email boss@example.com')).toEqual({
      code: 0,
      text: 'boss@example.com needed no codes to log in.\n',
    });
    expect(await run('disable --email nobody@example.com')).toEqual({
      code: 1,
      text: 'nobody@example.com has no account.\n',
    });
  });

  it.each([
    '',
    'create',
    'create --email a@b.example',
    'set-type --email a@b.example --type owner',
    'list --all',
    'list x',
  ])('prints its usage for an unclear command: "%s"', async (words) => {
    const { code, text } = await run(words);
    expect([code, text]).toEqual([2, expect.stringContaining('Usage: npm run account')]);
  });
});
