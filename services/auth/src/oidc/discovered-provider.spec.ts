// Aim: providers whose claims and issuers are spelled in the ways of real ones vouch for people, and a setting that
// cannot work is named. The library is real; the provider is fake.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { DiscoveredProvider } from './discovered-provider.js';
import { FakeProvider } from './fake-provider.fixture.js';

const TRIP = {
  redirectUri: 'https://drives.example/login/callback',
  state: 'st',
  nonce: 'no',
  codeVerifier: 'v'.repeat(43),
};
const ANN = { sub: 's', email: 'a@people.example' };

let fake: FakeProvider;
let faults: string[];
beforeEach(async () => {
  [fake, faults] = [new FakeProvider(), []];
  await fake.open();
  fake.nonce = TRIP.nonce;
});
afterEach(() => fake.close());

function open(issuer = fake.issuer) {
  const settings = { issuer, clientId: fake.clientId, clientSecret: 'canary' };
  return new DiscoveredProvider({ settings, clock: systemClock, onFault: (reason) => faults.push(reason) });
}
const identify = (provider = open()) => provider.identify(new URLSearchParams({ code: 'c', state: TRIP.state }), TRIP);

describe('the address of a person', () => {
  it.each<[string, object, object | null, object]>([
    ['in the ID token', { ...ANN, email_verified: true }, null, { email: ANN.email, emailVerified: true }],
    ['in userinfo alone', ANN, { ...ANN, email_verified: true }, { email: ANN.email, emailVerified: true }],
    ['in userinfo as text', ANN, { ...ANN, email_verified: 'true' }, { email: ANN.email, emailVerified: true }],
    ['in the ID token as text', { ...ANN, email_verified: 'True' }, null, { emailVerified: true }],
    ['without the address', ANN, { sub: 's', email_verified: true }, { email: ANN.email, emailVerified: true }],
    [
      'of the address of userinfo',
      ANN,
      { sub: 's', email: 'b@x.example', email_verified: true },
      { email: 'b@x.example' },
    ],
    ['nowhere', ANN, ANN, { email: ANN.email, emailVerified: false }],
    [
      'as false in the ID token',
      { ...ANN, email_verified: false },
      { ...ANN, email_verified: true },
      { emailVerified: false },
    ],
    ['as false in userinfo', ANN, { ...ANN, email_verified: 'false' }, { emailVerified: false }],
    ['nowhere, and userinfo refuses', ANN, null, { email: ANN.email, emailVerified: false }],
  ])('whose proof stands %s', async (_where, idToken, userinfo, expected) => {
    Object.assign(fake, { idToken, userinfo });
    expect(await identify()).toMatchObject({ issuer: fake.issuer, subject: 's', ...expected });
  });

  it('of another person in userinfo proves nothing', async () => {
    Object.assign(fake, { idToken: ANN, userinfo: { sub: 'eve', email: ANN.email, email_verified: true } });
    expect(await identify()).toMatchObject({ email: ANN.email, emailVerified: false });
  });
});

describe('an issuer', () => {
  it.each([
    ['/o/switchback/', '/o/switchback'],
    ['/o/switchback', '/o/switchback/'],
    ['/o/switchback', '/o/switchback//'],
    ['/o/switchback/', '/o/switchback/.well-known/openid-configuration'],
    ['/o/switchback/', '/o/switchback/.well-known/openid-configuration/'],
    ['', '/'],
    ['/', ''],
    ['', ''],
  ])('"%s" works if the setting says "%s"', async (path, input) => {
    fake.issuerPath = path;
    Object.assign(fake, { idToken: { ...ANN, email_verified: true } });
    const provider = open(fake.origin + input);
    expect((await provider.signInUrl(TRIP)).pathname).toBe('/authorize');
    expect((await identify(provider)).issuer).toBe(fake.issuer);
    expect(faults).toEqual([]);
  });

  it('of another provider is refused and named, with the one that is there', async () => {
    const provider = open();
    Object.defineProperty(fake, 'issuer', { get: () => 'https://other.example/o' });
    await expect(provider.probe()).rejects.toMatchObject({ error: 'providerUnavailable' });
    expect(faults).toEqual([
      'OIDC_ISSUER cannot be used: the provider at that address is the issuer https://other.example/o',
    ]);
  });

  it('without metadata is named', async () => {
    await expect(open(`${fake.origin}/nowhere`).probe()).rejects.toMatchObject({ error: 'providerUnavailable' });
    expect(faults).toEqual([expect.stringMatching(/^OIDC_ISSUER cannot be used: .*404|unexpected/)]);
  });

  it('that does not answer at first is asked again, also by people who come at the same time', async () => {
    const provider = open();
    fake.broken = 503;
    const first = await Promise.allSettled([provider.signInUrl(TRIP), provider.signInUrl(TRIP), provider.probe()]);
    expect(first.map((one) => one.status === 'rejected' && (one.reason as { error: string }).error)).toEqual(
      Array(3).fill('providerUnavailable'),
    );
    fake.broken = undefined;
    expect((await provider.signInUrl(TRIP)).pathname).toBe('/authorize');
  });
});
