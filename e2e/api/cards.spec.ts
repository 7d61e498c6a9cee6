// Aim: a card number is stored nowhere: in no file of the product, its write-ahead log and mails included, and in no
// log line, even at the most verbose level.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { join } from '../support/people.js';
import { startProduct } from '../support/product.js';

test.describe.configure({ timeout: 180_000 });

const GOOD = { number: '4111111111111111', expiryMonth: 12, expiryYear: 2_090, cvv: '917', name: 'Ann Digitless' };
const DECLINED = { ...GOOD, number: '4000000000000002' };
const CHALLENGED = { ...GOOD, number: '4000000000003220' };

test('cards leave no number behind', { tag: '@single' }, async () => {
  const folder = mkdtempSync(joinPath(tmpdir(), 'switchback cards '));
  const product = await startProduct(folder, { LOG_LEVEL: 'debug' });
  try {
    const api = new Api(product.url);
    const ann = await join(api, new Mailbox(joinPath(folder, 'mail')));
    const post = (path: string, body: object) => api.call('POST', path, body, ann.token);
    const { body } = await post(`/api/subscription/payment-intent/${ann.id}`, {});
    const { id: intentId } = body.paymentIntent as { id: string };
    const statuses: number[] = [];
    for (const card of [DECLINED, CHALLENGED, { ...GOOD, cvv: GOOD.number }, { ...GOOD, number: ' 4111 ' }, GOOD])
      statuses.push((await post('/api/billing/sandbox/authorize', { intentId, card })).status);
    expect(statuses).toEqual([402, 200, 400, 402, 200]);
    const added = { authorizedPaymentIntent: { id: intentId } };
    expect((await post(`/api/subscription/payment-source/add/${ann.id}`, added)).status).toBe(200);
    const bought = await api.call('PUT', `/api/subscription/create/${ann.id}`, {}, ann.token);
    expect(bought.status, JSON.stringify(bought.body)).toBe(201);
    const printed = product.programs.map(({ output }) => output()).join();
    await product.stop();

    const places = [['what it prints', printed], ...(await filesBelow(folder))] as const;
    const holding = (text: string) => places.flatMap(([name, held]) => (held.includes(text) ? [name] : []));
    for (const { number } of [GOOD, DECLINED, CHALLENGED]) expect(holding(number)).toEqual([]);
    // Stored text is found, which proves that the search looks in the right places.
    expect(holding('Ann Digitless').length).toBeGreaterThan(0);
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Every file with its content, byte by byte. */
async function filesBelow(folder: string): Promise<(readonly [string, string])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => joinPath(parentPath, name))
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
}
