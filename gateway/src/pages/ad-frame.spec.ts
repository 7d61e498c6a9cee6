// Aim: an ad provider's script can show its ad, and reach nothing of the site or its visitors.
import { expect, it } from '@jest/globals';
import { openGateway } from '../testing/open-gateway.js';

const SCRIPT = 'https://ads.example/a.js?x=1&y=2';

/** Asks a gateway with these settings. */
async function ask(environment: Record<string, string>, path: string) {
  const { ask, close } = await openGateway({ environment });
  try {
    return await ask(path);
  } finally {
    await close();
  }
}

const policyOf = ({ headers }: { headers: Record<string, string | undefined> }) =>
  headers['content-security-policy'] ?? '';

it('runs the script in a page without an origin', async () => {
  const frame = await ask({ ADS_SCRIPT_URL: SCRIPT }, '/ad-frame');
  expect(frame.status).toBe(200);
  expect(frame.text).toContain('src="https://ads.example/a.js?x=1&amp;y=2"');
  expect(policyOf(frame)).toMatch(/^sandbox allow-scripts /);
  expect(policyOf(frame)).not.toContain('allow-same-origin');
  expect(policyOf(frame)).toContain("frame-ancestors 'self'");
  expect(frame.headers['referrer-policy']).toBe('no-referrer');
});

it.each(['/', '/explore', '/drive-details/d1'])('keeps the policy of %s strict', async (path) => {
  const [without, beside] = [await ask({}, path), await ask({ ADS_SCRIPT_URL: SCRIPT }, path)];
  const plain = (answer: typeof without) => policyOf(answer).replace(/'nonce-[^']*'/g, 'nonce');
  expect(plain(without)).toContain("frame-src 'none'");
  expect(plain(beside)).toBe(plain(without).replace("frame-src 'none'", "frame-src 'self'"));
  expect(plain(beside)).not.toContain('ads.example');
});

it.each<Record<string, string>>([{}, { ADS: 'off', ADS_SCRIPT_URL: SCRIPT }])(
  'is not served with %j',
  async (environment) => {
    expect((await ask(environment, '/ad-frame')).status).toBe(404);
  },
);
