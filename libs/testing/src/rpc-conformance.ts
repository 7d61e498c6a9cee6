import { afterEach, describe, expect, it } from '@jest/globals';
import { ERRORS } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { waitUntil } from './wait.js';

/** A client of an implementation, over any transport. */
export interface BoundRpc {
  client: Rpc<DrivesService>;
  close(): Promise<void>;
}

export type BindRpc = (implementation: Rpc<DrivesService>, timeoutMs: number) => Promise<BoundRpc>;

const VISITOR: Call = { requestId: 'r-1', caller: null };
const TIMEOUT_MS = 5_000;
/** Long enough to span several frames of any transport. */
const LONG = 'é'.repeat(500_000);

const refuse = (): Promise<never> => Promise.reject(new ProductError('driveNotFound'));

/** Returns a drives service with the given methods that refuses all other calls. */
export function drivesAnswering(overrides: Partial<Rpc<DrivesService>>): Rpc<DrivesService> {
  const keys = Object.keys(DrivesServiceDefinition.methods) as (keyof DrivesService)[];
  return { ...(Object.fromEntries(keys.map((key) => [key, refuse])) as unknown as Rpc<DrivesService>), ...overrides };
}

/**
 * Conformance suite for every RPC transport, so that no caller depends on whether a service runs in the same process.
 */
export function describeRpc(kind: string, bind: BindRpc): void {
  describe(`Calls ${kind}`, () => {
    const open: BoundRpc[] = [];
    const clientOf = async (overrides: Partial<Rpc<DrivesService>>, timeoutMs = TIMEOUT_MS) => {
      const bound = await bind(drivesAnswering(overrides), timeoutMs);
      open.push(bound);
      return bound.client;
    };
    afterEach(async () => {
      for (const bound of open.splice(0)) await bound.close();
    });

    it('carry what the proto file declares, and nothing else', async () => {
      // Aim: a value outside the message is dropped within a process exactly as between two.
      const stats = { count: 2, distance: 1.5, duration: 3, states: 1, countries: 1 };
      const client = await clientOf({ getStats: () => Promise.resolve({ ...stats, secret: 'x' }) });
      expect(await client.getStats({}, VISITOR)).toEqual(stats);
    });

    it('carry long messages in both directions', async () => {
      // Aim: a list of many drives arrives whole.
      const requests: string[] = [];
      const client = await clientOf({
        getSummaries: ({ ids }) => {
          requests.push(...ids);
          return Promise.resolve({ drives: [] });
        },
        getDirections: () => Promise.resolve({ directions: { source: LONG, legs: [] } }),
      });
      await client.getSummaries({ ids: [LONG.slice(0, 200_000)] }, VISITOR);
      expect(requests.map((id) => id.length)).toEqual([200_000]);
      expect((await client.getDirections({ id: 'd' }, VISITOR)).directions?.source).toBe(LONG);
    });

    it('pass the caller, the request id and the deadline to the service', async () => {
      // Aim: the service gets the caller, for its access checks, and the request id, for its log.
      const calls: Call[] = [];
      const client = await clientOf({
        getPopular: (_request, call) => {
          calls.push(call);
          return Promise.resolve({ drives: [] });
        },
      });
      const caller = { userId: 'u-1', accountType: 'hero' } as const;
      const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      const before = Date.now();
      await client.getPopular({ limit: 1 }, { requestId: 'r-2', caller, trace });
      await client.getPopular({ limit: 1 }, VISITOR);
      expect(calls).toMatchObject([{ requestId: 'r-2', caller, trace }, VISITOR]);
      expect(calls[1]).not.toHaveProperty('trace');
      for (const { deadlineMs = 0 } of calls) {
        expect(deadlineMs).toBeGreaterThan(before);
        expect(deadlineMs).toBeLessThanOrEqual(Date.now() + TIMEOUT_MS);
      }
    });

    it('preserve a refusal completely', async () => {
      // Aim: the caller of a client sees the same refusal as the caller of the implementation.
      const fault = { title: 'Invalid value', message: 'Zu lang: ü 字.', code: 'ERROR-00002', type: 400 } as const;
      const refusal = { message: 'Not like this.', fields: { title: fault }, additional: { isTaken: { id: 'd' } } };
      const client = await clientOf({
        getDetails: () => Promise.reject(new ProductError('invalidInput', refusal)),
      });
      await expect(client.getDetails({ id: 'x' }, VISITOR)).rejects.toMatchObject({
        error: 'invalidInput',
        ...refusal,
      });
      await expect(client.getDirections({ id: 'x' }, VISITOR)).rejects.toMatchObject({ error: 'driveNotFound' });
    });

    it('report an unavailable database, and no details of a defect', async () => {
      // Aim: a caller may retry transient failures, and sees no internals.
      const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
      const client = await clientOf({
        getStats: () => Promise.reject(away),
        getPopular: () => Promise.reject(new TypeError('secret is not a function')),
      });
      const unavailable = { error: 'unavailable', message: ERRORS.unavailable.message };
      await expect(client.getStats({}, VISITOR)).rejects.toMatchObject(unavailable);
      const internal = { error: 'internal', message: ERRORS.internal.message };
      await expect(client.getPopular({ limit: 1 }, VISITOR)).rejects.toMatchObject(internal);
    });

    it('time out', async () => {
      // Aim: a service that never answers costs its caller the timeout, not forever.
      const client = await clientOf({ getStats: () => new Promise(() => undefined) }, 100);
      await expect(client.getStats({}, VISITOR)).rejects.toMatchObject({ error: 'timeout' });
    });

    it('do not outlive their caller', async () => {
      // Aim: a nested call ends at the deadline of the call that caused it.
      const client = await clientOf({ getStats: () => new Promise(() => undefined) }, 60_000);
      const call = { ...VISITOR, deadlineMs: Date.now() + 100 };
      await expect(client.getStats({}, call)).rejects.toMatchObject({ error: 'timeout' });
    });

    it('notify the service when the caller has left', async () => {
      // Aim: a service can stop working for a client that disconnected.
      const gone = new AbortController();
      const reason = new ProductError('requestTimeout');
      let ended = false;
      const client = await clientOf({
        getStats: (_request, { signal }) =>
          new Promise((_, reject) => {
            signal?.addEventListener('abort', () => {
              ended = true;
              reject(signal.reason as Error);
            });
            gone.abort(reason);
          }),
      });
      const promise = client.getStats({}, { ...VISITOR, signal: gone.signal });
      await expect(promise).rejects.toMatchObject({ error: 'requestTimeout' });
      await waitUntil('the service to know', () => ended);
    });
  });
}
