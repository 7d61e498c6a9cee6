// Aim: calls between processes behave like those within one, and survive lost connections and instances.
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Rpc } from '@switchback/platform/rpc/call';
import { connectGrpc, type GrpcClient } from '@switchback/platform/rpc/grpc/client';
import { type DrivesService, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { freePorts } from './free-ports.js';
import { listen, type ListeningService, testKeys } from './grpc.js';
import { describeRpc, drivesAnswering } from './rpc-conformance.js';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

const CALL = { requestId: 'r-1', caller: null };
const TIMEOUT_MS = 5_000;

const start = (overrides: Partial<Rpc<DrivesService>>, port?: number) =>
  listen(DrivesServiceDefinition, drivesAnswering(overrides), port);

function connect(addresses: string[], timeoutMs = TIMEOUT_MS): GrpcClient<DrivesService> {
  return connectGrpc<DrivesService>(DrivesServiceDefinition, { addresses, keys: testKeys(), timeoutMs });
}

describeRpc('between processes', async (implementation, timeoutMs) => {
  const server = await listen(DrivesServiceDefinition, implementation);
  const { client, close } = connect([server.address], timeoutMs);
  return {
    client,
    close: async () => {
      close();
      await server.close();
    },
  };
});

describe('a client of several instances', () => {
  const closers: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  /** Starts an instance that counts its calls. */
  async function instance(port?: number): Promise<ListeningService & { asked: number }> {
    const counts = { asked: 0 };
    const listening = await start(
      {
        getPopular: () => {
          counts.asked += 1;
          return Promise.resolve({ drives: [] });
        },
      },
      port,
    );
    closers.push(() => listening.close());
    return Object.assign(counts, listening);
  }

  function clientOf(addresses: string[]): Rpc<DrivesService> {
    const { client, close } = connect(addresses);
    closers.push(close);
    return client;
  }

  const ask = (client: Rpc<DrivesService>, times: number) =>
    Promise.all(Array.from({ length: times }, () => client.getPopular({ limit: 1 }, CALL)));

  it('spreads calls over all of them, found by address and by name', async () => {
    // Aim: a second instance takes half of the work.
    const [one, two] = [await instance(), await instance()];
    const client = clientOf([one.address, `localhost:${two.port}`]);
    await waitUntil('both to be asked', async () => {
      await ask(client, 2);
      return one.asked > 0 && two.asked > 0;
    });
    const [before] = [one.asked];
    await ask(client, 100);
    expect(one.asked - before).toBeGreaterThan(30);
    expect(one.asked - before).toBeLessThan(70);
  });

  it('loses no call when one of them stops, and uses it again when it is back', async () => {
    // Aim: a deploy of the service causes no outage for its callers.
    const [one, two] = [await instance(await freePorts()), await instance()];
    const client = clientOf([one.address, two.address]);
    let isOver = false;
    // The first failure ends a load, and with it the test.
    const load = async () => {
      while (!isOver) await ask(client, 1);
    };
    const loads = Promise.all([load(), load(), load()]);
    const restart = async () => {
      await waitUntil('both to be asked', () => one.asked > 20 && two.asked > 20);
      await one.close();
      const reborn = await instance(one.port);
      await waitUntil('the new one to be asked', () => reborn.asked > 20);
    };
    const restarted = restart().finally(() => (isOver = true));
    await Promise.race([loads, restarted]);
    await Promise.all([loads, restarted]);
  });

  it('retries after a broken connection if that is safe', async () => {
    // Aim: a reader does not notice that an instance was killed.
    const [one, two] = [await instance(), await instance()];
    const proxy = await TcpProxy.start({ host: '127.0.0.1', port: one.port });
    closers.push(() => proxy.close());
    const client = clientOf([`127.0.0.1:${proxy.port}`, two.address]);
    await waitUntil('both to be asked', async () => {
      await ask(client, 2);
      return one.asked > 0 && two.asked > 0;
    });
    proxy.pause();
    const promise = ask(client, 10);
    await waitUntil('the other to have answered its part', () => two.asked >= 5);
    proxy.cut();
    await expect(promise).resolves.toHaveLength(10);
  });

  it('fails immediately without instances, and recovers when one starts', async () => {
    // Aim: calls to an unavailable service fail fast, and callers reconnect without a restart.
    const gone = await start({}, await freePorts());
    await gone.close();
    const client = clientOf([gone.address]);
    await expect(ask(client, 1)).rejects.toMatchObject({ error: 'unavailable' });
    await instance(gone.port);
    await waitUntil('an answer', () =>
      ask(client, 1).then(
        () => true,
        () => false,
      ),
    );
  });
});
