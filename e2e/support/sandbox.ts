import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Sends an event as the sandbox provider would; returns the status. Pass a password to act as a forger. */
export async function sandboxHook(base: string, event: object, password?: string): Promise<number> {
  const { DATA_DIR = '' } = JSON.parse(process.env.PRODUCT_ENVIRONMENT ?? '{}') as Record<string, string>;
  const right = async () => (await readFile(join(DATA_DIR, 'sandbox-webhook.key'), 'utf8')).trim();
  const given = Buffer.from(`sandbox:${password ?? (await right())}`).toString('base64');
  const answer = await fetch(`${base}/api/billing/webhooks/sandbox`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${given}` },
    body: JSON.stringify(event),
  });
  return answer.status;
}
