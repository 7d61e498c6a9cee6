// Aim: a process stops its events and then its jobs before it closes the services that they call, and publishes metrics
// of its jobs and consumers.
import { describe, expect, it } from '@jest/globals';
import { systemClock } from '../clock.js';
import { loadSettings } from '../config/settings.js';
import type { EventBus, GroupStats } from '../events/bus.js';
import { createHealth } from '../health/health.js';
import { randomIds } from '../ids.js';
import type { Jobs } from '../jobs/jobs.js';
import { createLogger } from '../telemetry/logger.js';
import { createMetrics } from '../telemetry/metrics.js';
import { Closers } from '../process/closers.js';
import type { Host } from '../process/host.js';
import type { ServiceName } from '../services.js';
import type { Service } from '../process/service.js';
import { startServices } from './start-services.js';

/** Creates a job engine with one kind, three of whose jobs are waiting; records the calls made to it. */
function fakeJobs(steps: string[]): Jobs {
  const stats = { name: 'testing.count', waiting: 3, delayed: 0, active: 1, failed: 2, oldestAgeMs: 1_500 };
  const jobs: Pick<Jobs, 'start' | 'stop' | 'stats'> = {
    start: async () => void steps.push('jobs begin'),
    stop: async () => void steps.push('jobs end'),
    stats: async () => [stats],
  };
  return jobs as Jobs;
}

function hostWith(jobs: Jobs | undefined, steps: string[], groups: GroupStats[] = []) {
  const bus: Pick<EventBus, 'start' | 'stats' | 'stopConsuming'> = {
    start: async () => void steps.push('events begin'),
    stopConsuming: async () => void steps.push('events end'),
    stats: async () => groups,
  };
  const [closers, metrics] = [new Closers(), createMetrics('test')];
  closers.add(async () => void steps.push('services end'));
  const host: Partial<Host> = {
    settings: loadSettings({}),
    clock: systemClock,
    ids: randomIds,
    logger: createLogger({ service: 'spec', level: 'silent' }),
    bus: async () => bus as EventBus,
    openedJobs: () => jobs && Promise.resolve(jobs),
    closers,
    metrics,
    health: createHealth(),
  };
  return { host: host as Host, closers, metrics };
}

/** Returns a service without calls, with the engines of the one that has its name. */
function serviceOf(name: ServiceName): Service {
  return { name, definition: { fullName: `${name}.v1.Nothing`, methods: {} }, module: Nothing };
}

class Nothing {}

describe('startServices', () => {
  it('starts events and jobs after the services and stops them first, events before jobs', async () => {
    const steps: string[] = [];
    const { host, closers, metrics } = hostWith(fakeJobs(steps), steps);
    await startServices(host, { reviews: serviceOf('reviews') });
    await closers.close();
    metrics.close();
    expect(steps).toEqual(['events begin', 'jobs begin', 'events end', 'jobs end', 'services end']);
  });

  it('serves calls before events start and after they stop, and stops jobs last', async () => {
    // Aim: a graceful restart makes a service unavailable only for the restart itself, not for the extra seconds in
    // which it leaves its consumer groups.
    const steps: string[] = [];
    const { host, closers, metrics } = hostWith(fakeJobs(steps), steps);
    await startServices(host, { reviews: serviceOf('reviews') }, async () => {
      steps.push('calls begin');
      closers.add(async () => void steps.push('calls end'));
    });
    await closers.close();
    metrics.close();
    expect(steps).toEqual([
      'calls begin',
      'events begin',
      'jobs begin',
      'events end',
      'calls end',
      'jobs end',
      'services end',
    ]);
  });

  it('opens no job engine if no service needs it', async () => {
    const steps: string[] = [];
    const { host, closers, metrics } = hostWith(undefined, steps);
    await startServices(host, { reviews: serviceOf('reviews') });
    expect(await metrics.page()).not.toContain('job');
    await closers.close();
    metrics.close();
    expect(steps).toEqual(['events begin', 'events end', 'services end']);
  });

  it('opens no bus if no service has events', async () => {
    const steps: string[] = [];
    const { host, closers, metrics } = hostWith(undefined, steps);
    await startServices(host, { roads: serviceOf('roads') });
    await closers.close();
    metrics.close();
    expect(steps).toEqual(['services end']);
  });

  it('publishes the number and age of jobs, and the outcomes of attempts', async () => {
    const { host, metrics } = hostWith(fakeJobs([]), []);
    await startServices(host, { reviews: serviceOf('reviews') });
    metrics.attempt('testing.count', 'done', 0.25);
    metrics.attempt('testing.count', 'failed', 1);
    metrics.attempt('testing.count', 'done', 0.25);
    const page = await metrics.page();
    metrics.close();
    for (const line of [
      'jobs{job="testing.count",state="waiting",service="test"} 3',
      'jobs{job="testing.count",state="failed",service="test"} 2',
      'job_oldest_age_seconds{job="testing.count",service="test"} 1.5',
      'job_attempts_total{job="testing.count",outcome="done",service="test"} 2',
      'job_attempts_total{job="testing.count",outcome="failed",service="test"} 1',
      'job_seconds_total{job="testing.count",service="test"} 1.5',
    ])
      expect(page).toContain(`${line}\n`);
  });

  it('publishes the lag of each group and topic', async () => {
    const group = { group: 'users-drives', oldestAgeMs: 0 };
    const { host, metrics } = hostWith(
      undefined,
      [],
      [
        { ...group, topic: 'drives.drive.v1', lag: 5_000, deadLetters: 2 },
        { ...group, topic: 'drives.card.v1', lag: 0, deadLetters: 0 },
      ],
    );
    await startServices(host, { reviews: serviceOf('reviews') });
    const page = await metrics.page();
    metrics.close();
    for (const line of [
      'consumer_lag_events{group="users-drives",topic="drives.drive.v1",service="test"} 5000',
      'consumer_lag_events{group="users-drives",topic="drives.card.v1",service="test"} 0',
      'consumer_dead_letters{group="users-drives",topic="drives.drive.v1",service="test"} 2',
      'consumer_dead_letters{group="users-drives",topic="drives.card.v1",service="test"} 0',
    ])
      expect(page).toContain(`${line}\n`);
  });
});
