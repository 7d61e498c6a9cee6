import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import type { ProviderPlan } from './oidc-provider-process.js';

const INTERACTION = '/interaction/';
/** Which of the people sits at the browser: real ones type it into a form of the provider's. */
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

/** A provider of OpenID Connect as it is out there, whose people agree to everything at once. */
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
