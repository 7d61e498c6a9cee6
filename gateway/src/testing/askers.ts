import { ROUTES, type RouteName } from '@switchback/contracts/routes';
import { collection } from '@switchback/testing/fake-collections';
import { deal } from '@switchback/testing/fake-deals';
import type { InjectOptions } from 'fastify';
import type { Asker } from './access.table.js';
import type { OpenGateway } from './open-gateway.js';
import { requestOf, SAMPLE_CALLS } from './sample-calls.js';

const TYPES = ['free', 'hero', 'admin'] as const;
/** User id of the account for calls about another account. */
const OTHER = 'other';

/** Places where the contract allows a token. */
export const CARRIERS = ['header', 'body', 'form'] as const;
export type Carrier = (typeof CARRIERS)[number];

type Opened = Pick<OpenGateway, 'ask' | 'auth' | 'billing' | 'drives' | 'users'>;

/** Restores everyone's initial state, and the collection and the deal that a call may have deleted. */
export function populate({ auth, billing, drives, users }: Opened): void {
  drives.addCollection(collection());
  billing.addDeal(deal());
  for (const id of TYPES) auth.add(id, { accountType: id });
  auth.add(OTHER, { accountType: 'hero' });
  for (const id of [OTHER, ...TYPES]) users.add(id);
}

/** Returns an asker's token, or null, and the id of the account that they ask about. */
export async function asking(opened: Opened, asker: Asker): Promise<{ token: string | null; about: string }> {
  const { auth } = opened;
  const type = TYPES.find((candidate) => asker.startsWith(candidate));
  if (type) return { token: auth.openSession(type), about: asker === type ? OTHER : type };
  if (asker === 'anonymous') return { token: null, about: OTHER };
  const token = auth.openSession('free');
  if (asker === 'unknown') return { token: [...token].toReversed().join(''), about: 'free' };
  if (asker === 'expired') auth.expire('free');
  if (asker === 'disabled') auth.disable('free');
  // Ends the session through the gateway, right after using it, so that a cached session must not count.
  if (asker === 'loggedOut') await useAndEnd(opened, token, 'logOut');
  if (asker === 'deleted') await useAndEnd(opened, token, 'deleteAccount');
  return { token, about: 'free' };
}

async function useAndEnd({ ask }: Opened, token: string, by: RouteName): Promise<void> {
  for (const name of ['user', by] as const) {
    const { status, text } = await ask(await carrying(requestOf(name, SAMPLE_CALLS[name], 'free'), 'header', token));
    if (status !== 200) throw new Error(`${name} answered ${status}: ${text}`);
  }
}

/** Returns the places where a call accepts a token. */
export function carriersOf(name: RouteName, takesForm: boolean): Carrier[] {
  const hasBody = ROUTES[name].method !== 'GET' && SAMPLE_CALLS[name].body !== undefined;
  return CARRIERS.filter((carrier) => carrier === 'header' || (hasBody && (carrier === 'body' || takesForm)));
}

/** Returns the request with a token in one of its places; a visitor has none, but may send a form. */
export async function carrying(request: InjectOptions, carrier: Carrier, token: string | null): Promise<InjectOptions> {
  const told = token === null ? {} : { token };
  const body = request.payload as Record<string, unknown>;
  if (carrier === 'body') return { ...request, payload: { ...body, ...told } };
  if (carrier === 'form') return { ...request, ...(await formOf({ ...body, ...told })) };
  return token === null ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

async function formOf(fields: Record<string, unknown>): Promise<InjectOptions> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } };
}
