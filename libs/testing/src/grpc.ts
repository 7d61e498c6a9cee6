import { systemClock } from '@switchback/platform/clock';
import { createHealth, type Health } from '@switchback/platform/health/health';
import type { ServiceDefinition } from '@switchback/platform/rpc/call';
import { GrpcServer } from '@switchback/platform/rpc/grpc/server';
import { IdentityKeys } from '@switchback/platform/rpc/identity';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { createMetrics } from '@switchback/platform/telemetry/metrics';

/** A key of the form that settings accept. */
export const TEST_KEY = 'a-key-for-tests-and-for-nothing-else';

export const testKeys = (...keys: string[]) => new IdentityKeys(keys.length > 0 ? keys : [TEST_KEY], systemClock);

/** A service that listens on this machine, like a separate process. */
export interface ListeningService {
  address: string;
  port: number;
  health: Health;
  close(): Promise<void>;
}

/** @param port any free one by default. */
export async function listen(
  definition: ServiceDefinition,
  implementation: object,
  port = 0,
): Promise<ListeningService> {
  const metrics = createMetrics('test');
  const health = createHealth({ keepMs: 0 });
  const logger = createLogger({ service: 'test', level: 'silent', sink: { write: () => undefined } });
  const server = new GrpcServer({ definition, implementation, keys: testKeys(), health, metrics, logger });
  const opened = await server.listen(port, '127.0.0.1');
  return {
    address: `127.0.0.1:${opened}`,
    port: opened,
    health,
    async close() {
      health.drain();
      await server.close();
      metrics.close();
    },
  };
}
