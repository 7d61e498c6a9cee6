import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { ProviderPlan } from './oidc-provider-process.js';

const INTERACTION = '/interaction/';
/** Header that selects the person at the browser; a real person logs in through the provider's form. */
const PERSON = 'x-person';

function configuration({ clientId, clientSecret, redirectUri, people }: ProviderPlan): Configuration {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'k1' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['preferred_username'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => INTERACTION + uid },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people[sub], sub }) }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc;
      if (!client || !session?.accountId) return undefined;
      const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Serves a realistic OpenID Connect provider, whose people consent to everything immediately. */
async function serve(plan: ProviderPlan): Promise<void> {
  const provider = new Provider(plan.issuer, configuration(plan));
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(INTERACTION)) return void answer(request, response);
    const login = { accountId: String(request.headers[PERSON]) };
    void provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
  });
  server.listen(plan.port, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write('ready\n');
}

await serve(JSON.parse(process.env['OIDC_PLAN'] ?? '{}') as ProviderPlan);
