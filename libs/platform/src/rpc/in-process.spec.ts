import { describe, expect, it } from '@jest/globals';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { ProductError } from '../errors.js';
import type { Call, Rpc } from './call.js';
import { bindInProcess } from './in-process.js';

const call: Call = { requestId: 'r-1', caller: null };
const refuse = (): Promise<never> => Promise.reject(new ProductError('driveNotFound'));

function drives(overrides: Partial<Rpc<DrivesService>>): Rpc<DrivesService> {
  const keys = Object.keys(DrivesServiceDefinition.methods) as (keyof DrivesService)[];
  return { ...(Object.fromEntries(keys.map((key) => [key, refuse])) as unknown as Rpc<DrivesService>), ...overrides };
}

describe('bindInProcess', () => {
  it('round-trips messages, so that what the wire cannot carry does not slip through', async () => {
    // Aim: a value outside the proto message is lost in one process exactly as it would be between two.
    const stats = { count: 2, distance: 1.5, duration: 3, states: 1, countries: 1, secret: 'x' };
    const client = bindInProcess<DrivesService>(
      DrivesServiceDefinition,
      drives({ getStats: () => Promise.resolve(stats) }),
      { timeoutMs: 1_000, roundTrip: true },
    );
    expect(await client.getStats({}, call)).toEqual({ count: 2, distance: 1.5, duration: 3, states: 1, countries: 1 });
  });

  it('keeps what a refusal says', async () => {
    // Aim: the caller of a client sees the same refusal as the caller of the implementation.
    const client = bindInProcess<DrivesService>(DrivesServiceDefinition, drives({}), {
      timeoutMs: 1_000,
      roundTrip: true,
    });
    await expect(client.getDetails({ id: 'x' }, call)).rejects.toMatchObject({ error: 'driveNotFound' });
  });

  it('gives up on a call that takes too long', async () => {
    // Aim: a service that never answers costs its caller the timeout, not forever.
    const client = bindInProcess<DrivesService>(
      DrivesServiceDefinition,
      drives({ getStats: () => new Promise(() => undefined) }),
      { timeoutMs: 5, roundTrip: false },
    );
    await expect(client.getStats({}, call)).rejects.toMatchObject({ error: 'timeout' });
  });
});
