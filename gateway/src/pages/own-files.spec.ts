// Aim: an operator can replace texts and ads with their own, and learns of unusable ones at startup.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { openGateway } from '../testing/open-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'own-'));
afterAll(() => rmSync(folder, { recursive: true }));

const AD = { title: 'Tires', text: 'Fresh ones.', action: 'Look', url: 'https://tires.example/' };

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Asks a gateway with these settings. */
async function ask(environment: Record<string, string>, path: string) {
  const { ask, close } = await openGateway({ environment });
  try {
    return await ask(path);
  } finally {
    await close();
  }
}

it('returns the texts of the folder, and none for pages without a file', async () => {
  mkdirSync(join(folder, 'legal'));
  file('legal/terms.md', '# Ours');
  const environment = { LEGAL_DIR: join(folder, 'legal') };
  expect((await ask(environment, '/api/texts/terms')).json()).toEqual({ markdown: '# Ours' });
  expect((await ask(environment, '/api/texts/privacy')).json()).toEqual({ markdown: null });
  expect((await ask(environment, '/api/texts/..%2Fpasswd')).status).toBe(400);
});

it.each([
  [{}, { own: null, provider: false }],
  [{ ADS: 'off' }, null],
  [{ ADS_SCRIPT_URL: 'https://ads.example/a.js' }, { own: null, provider: true }],
  [{ ADS_FILE: file('ads.json', JSON.stringify([AD])) }, { own: [AD], provider: false }],
])('reads the advertisements of %j', async (environment, ads) => {
  expect((await ask(environment, '/api/settings')).json()).toMatchObject({ ads });
});

it.each([
  ['LEGAL_DIR', join(folder, 'nowhere'), /LEGAL_DIR is not a folder/],
  ['ADS_FILE', join(folder, 'nowhere'), /ADS_FILE names a file that cannot be read/],
  ['ADS_FILE', file('text.json', 'ads'), /ADS_FILE is not JSON/],
  ['ADS_FILE', file('empty.json', '[]'), /ADS_FILE is not a list/],
  ['ADS_FILE', file('script.json', JSON.stringify([{ ...AD, url: 'javascript:alert(1)' }])), /0\.url must begin with/],
  ['ADS_FILE', file('large.json', ' '.repeat(600_000)), /more than 500000 bytes/],
])('rejects %s of %s at start', async (name, value, message) => {
  await expect(openGateway({ environment: { [name]: value } })).rejects.toThrow(message);
});
