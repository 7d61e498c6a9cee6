import { expect } from '@playwright/test';
import type { Api } from './api.js';
import type { Person } from './people.js';

/** Events take longer through a shared Kafka. */
const EVENT = { timeout: process.env.KAFKA_BROKERS ? 40_000 : 20_000 };

/** Claims a submitted drive as a member of staff, before the desk of another spec does. */
export async function claimDrive(api: Api, id: string, { token }: Person): Promise<void> {
  const claimed = async () => {
    const queue = await api.call('GET', '/api/moderation/queue?kind=drive&sort=newest', undefined, token);
    const item = (queue.body.items as { id: string; subject: { id: string } }[]).find(
      ({ subject }) => subject.id === id,
    );
    return item && (await api.call('POST', `/api/moderation/items/${item.id}/claim`, {}, token)).status;
  };
  await expect.poll(claimed, EVENT).toBe(200);
}
