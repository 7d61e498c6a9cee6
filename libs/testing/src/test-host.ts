import 'reflect-metadata';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { createHealth } from '@switchback/platform/health/health';
import { randomIds } from '@switchback/platform/ids';
import { Closers } from '@switchback/platform/process/closers';
import type { ServiceHost } from '@switchback/platform/process/service';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { createMetrics } from '@switchback/platform/telemetry/metrics';

/** Returns a service host for a spec: parts not given are silent, or reject when used. Its `closers` close it. */
export function testHost(overrides: Partial<ServiceHost>): ServiceHost {
  const refused = (what: string) => () => Promise.reject(new Error(`This spec provides no ${what}.`));
  const closers = new Closers();
  const metrics = createMetrics('spec');
  closers.add(async () => metrics.close());
  return {
    settings: loadSettings({}),
    clock: systemClock,
    ids: randomIds,
    health: createHealth(),
    closers,
    metrics,
    logger: createLogger({ service: 'spec', level: 'silent' }),
    database: refused('database'),
    bus: refused('bus'),
    jobs: refused('jobs'),
    limits: refused('limits'),
    places: refused('places'),
    storage: refused('storage'),
    peer: refused('other service'),
    openedJobs: () => undefined,
    ...overrides,
  };
}
