// @vitest-environment jsdom
// Aim: a person reads what happened and what to do if a proxy answers in the server's place.
import { afterEach, expect, it, vi } from 'vitest';
import { baseQuery } from './base-query.js';

afterEach(() => vi.unstubAllGlobals());

const CONTEXT = { getState: () => ({ session: { session: null } }), dispatch: () => undefined, type: 'mutation' };

it.each([
  [413, /proxy/, /fewer or smaller files/],
  [401, /asks for a login/, /Reload the page and log in/],
  [200, /asks for a login/, /Reload the page and log in/],
  [403, /blocked/, /whoever runs this site/],
  [502, /unavailable/, /try again in a minute/],
  [500, /went wrong/, /try again/],
])('a page of a proxy with status %i is shown in words', async (status, title, message) => {
  const page = `<html><head><title>${status}</title></head><body><hr>nginx</body></html>`;
  vi.stubGlobal('fetch', async () => new Response(page, { status, headers: { 'content-type': 'text/html' } }));
  for (const kind of [{}, { file: true }] as const) {
    const { error } = await baseQuery({ route: 'driveStats', ...kind }, CONTEXT as never, {});
    expect(error).toMatchObject({ type: status === 200 ? 401 : status });
    expect([error?.title, error?.message]).toEqual([expect.stringMatching(title), expect.stringMatching(message)]);
  }
});
