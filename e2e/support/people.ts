import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Api } from './api.js';
import { runCommand } from './commands.js';
import type { Mailbox } from './mailbox.js';
import type { Environment } from './program.js';

export interface Person {
  id: string;
  username: string;
  email: string;
  password: string;
  /** Token of a fresh session. */
  token: string;
}

/** A new person with a unique name, address and password. */
export function stranger(): Omit<Person, 'id' | 'token'> {
  const username = `p${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password: `secret-${username}` };
}

/** Signs up a new person, confirms the address with the mailed link, and logs in. */
export async function join(api: Api, mailbox: Mailbox): Promise<Person> {
  const person = stranger();
  expect((await api.call('PUT', '/api/auth/signup', person)).status).toBe(201);
  const link = await mailbox.link(person.email, '/signup/verify');
  expect((await api.call('GET', link.replace('/signup/verify', '/api/auth/confirm-signup'))).status).toBe(200);
  return { ...person, ...(await logIn(api, person)) };
}

/**
 * Signs up a person whom staff give another kind of account; waits until their session has it.
 * @param environment of a product other than that of the run.
 */
export async function joinAs(
  api: Api,
  mailbox: Mailbox,
  accountType: 'hero' | 'admin',
  environment = JSON.parse(process.env.PRODUCT_ENVIRONMENT ?? '{}') as Environment,
): Promise<Person> {
  const person = await join(api, mailbox);
  const { code, output } = await runCommand(
    'account',
    ['set-type', '--email', person.email, '--type', accountType],
    environment,
  );
  expect(code, output).toBe(0);
  const typeOf = async () => {
    const { body } = await api.call('POST', `/api/users/user/${person.id}/base`, {}, person.token);
    return (body.user as { accountType: string } | undefined)?.accountType;
  };
  await expect.poll(typeOf, { timeout: 15_000 }).toBe(accountType);
  return person;
}

export async function logIn(
  api: Api,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<Pick<Person, 'id' | 'token'>> {
  const answer = await api.call('POST', '/api/auth/login', { email, password });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { token, user } = answer.body as { token: string; user: { id: string } };
  return { token, id: user.id };
}

/** Stores a session in the browser, as an earlier visit would have. */
export async function enter(page: Page, { id, token }: Pick<Person, 'id' | 'token'>): Promise<void> {
  await page.addInitScript(
    (session) => localStorage.setItem('switchback.session', session),
    JSON.stringify({ token, userId: id }),
  );
}
