import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { isTransient } from '@switchback/platform/transient';
import { type JobKind, type Jobs, JobsUnavailable } from '@switchback/platform/jobs/jobs';
import { TestClock } from './test-clock.js';
import { ChildProgram } from './child-program.js';
import { type Counting, countingJob, Gate, JobRecorder } from './jobs-fixtures.js';
import { aborted, JOBS_WAIT_MS, type JobsEngine, JobsHarness, waitUntil } from './jobs-harness.js';
import { TcpProxy } from './tcp-proxy.js';

const MINUTE_MS = 60_000;
const EVERY_MINUTE = '* * * * *';

/** Conformance suite for every job engine while processes start, stop and die (kill -9), and during engine outages. */
export function jobsFaultConformance(name: string, makeEngine: () => Promise<JobsEngine>): void {
  describe(`${name} survives faults`, () => {
    const harness = new JobsHarness(makeEngine);
    const { join, begin, statsOf, isIdle, isFailed } = harness;

    const victim = async (kind: JobKind<Counting>) => {
      const environment = { JOBS_KIND: kind.name, JOBS_ATTEMPTS: String(kind.attempts) };
      const child = ChildProgram.start('./jobs-process.fixture.ts', {
        ...environment,
        JOBS_PLACE: JSON.stringify(harness.engine.place),
      });
      harness.closers.push(() => child.kill());
      return child;
    };

    it('reclaims the jobs of a killed process', async () => {
      // Aim: after kill -9 in the middle of jobs, another process soon does each of them, as a further attempt.
      const kind = countingJob('testing.killed', 3);
      const child = await victim(kind);
      const enqueuer = await join();
      const keys = [await enqueuer.enqueue(kind, { n: 1 }), await enqueuer.enqueue(kind, { n: 2 })];
      await waitUntil('the jobs to be begun', () => new Set(child.lines).size === 2);
      const recorder = new JobRecorder();
      const jobs = await begin(kind, recorder);
      await waitUntil('the jobs to be held', async () => (await statsOf(jobs, kind))?.active === 2);
      expect(recorder.calls).toEqual([]);
      await child.kill();
      await waitUntil('the takeover', () => recorder.numbers.size === 2);
      expect(recorder.calls.map(({ attempt }) => attempt)).toEqual([2, 2]);
      for (const key of keys) await waitUntil('the end', async () => (await jobs.find(kind, key)) === undefined);
    });

    it('gives up on a job whose process dies each time', async () => {
      // Aim: a job that kills its process is not retried forever, and its cause says so.
      const kind = countingJob('testing.killer', 1);
      const child = await victim(kind);
      const enqueuer = await join();
      const key = await enqueuer.enqueue(kind, { n: 1 });
      await waitUntil('the job to be begun', () => child.lines.length === 1);
      await child.kill();
      const recorder = new JobRecorder();
      const jobs = await begin(kind, recorder);
      await waitUntil('the failure', () => isFailed(jobs, kind, key));
      expect(recorder.calls).toEqual([]);
      expect((await jobs.failed(kind, 10))[0]?.cause).toContain('died');
    });

    const scheduling = async (kind: JobKind<Counting>, recorder: JobRecorder, clock: TestClock) => {
      const jobs = await join({ clock });
      jobs.work(kind, recorder.handler);
      jobs.schedule(kind, EVERY_MINUTE, { n: 1 });
      await jobs.start();
      // A process first registers its schedules; once it does jobs, they are registered.
      await jobs.enqueue(kind, { n: 0 }, { key: 'begun' });
      await waitUntil('the process to have begun', () => recorder.numbers.has(0) && isIdle(jobs, kind));
      return jobs;
    };
    const timesOf = (recorder: JobRecorder) => recorder.calls.filter(({ n }) => n === 1).length;

    it('enqueues a scheduled job once, however many processes schedule it', async () => {
      // Aim: three processes that all see the minute change enqueue one job a minute.
      const kind = countingJob('testing.tick');
      const recorder = new JobRecorder();
      const clock = new TestClock();
      const members: Jobs[] = [];
      for (let member = 0; member < 3; member += 1) members.push(await scheduling(kind, recorder, clock));
      for (let minute = 1; minute <= 3; minute += 1) {
        clock.advance(MINUTE_MS);
        await waitUntil('the minute', async () => timesOf(recorder) >= minute && isIdle(members[0]!, kind));
      }
      // Leaves time for a duplicate to show up.
      await systemClock.sleep(300);
      expect(timesOf(recorder)).toBe(3);
    });

    it('makes up for the latest missed run only', async () => {
      // Aim: after a night without a process, the nightly job runs once, not once per missed night.
      const kind = countingJob('testing.missed');
      const recorder = new JobRecorder();
      const clock = new TestClock();
      await (await scheduling(kind, recorder, clock)).stop();
      clock.advance(5 * MINUTE_MS);
      const after = await scheduling(kind, recorder, clock);
      await waitUntil('the missed one', async () => timesOf(recorder) > 0 && isIdle(after, kind));
      await systemClock.sleep(300);
      expect(timesOf(recorder)).toBe(1);
    });

    it('finishes running jobs when it stops', async () => {
      // Aim: a deploy does not repeat work that needs only a moment more.
      const kind = countingJob();
      const gate = new Gate();
      const recorder = new JobRecorder(() => gate.passed);
      const jobs = await begin(kind, recorder, { concurrency: 1, drainMs: JOBS_WAIT_MS });
      const key = await jobs.enqueue(kind, { n: 1 });
      await jobs.enqueue(kind, { n: 2 });
      await waitUntil('the first to run', () => recorder.running === 1);
      const stopped = jobs.stop();
      gate.open();
      await stopped;
      const next = new JobRecorder();
      const other = await begin(kind, next);
      await waitUntil('the second', () => isIdle(other, kind));
      expect(await other.find(kind, key)).toBeUndefined();
      expect([recorder, next].map(({ calls }) => calls.map(({ n }) => n))).toEqual([[1], [2]]);
    });

    it.each(['heeds', 'ignores'])('returns a job that does not end in time and %s the signal', async (manner) => {
      // Aim: another process does it immediately, and the aborted attempt does not count.
      const kind = countingJob('testing.count', 1);
      const recorder = new JobRecorder((_n, { signal }) =>
        manner === 'heeds' ? aborted(signal) : new Promise<void>(() => undefined),
      );
      const jobs = await begin(kind, recorder, { concurrency: 1, drainMs: 50 });
      await jobs.enqueue(kind, { n: 1 });
      await waitUntil('the job to run', () => recorder.running === 1);
      await jobs.stop();
      expect(recorder.calls[0]?.signal.aborted).toBe(true);
      const next = new JobRecorder();
      const other = await begin(kind, next);
      await waitUntil('the job', () => next.calls.length === 1);
      expect(next.calls[0]?.attempt).toBe(1);
      await waitUntil('the end', () => isIdle(other, kind));
    });

    it.each([
      { fault: 'is unreachable', begins: (wire: TcpProxy) => wire.cut(), ends: (wire: TcpProxy) => wire.restore() },
      { fault: 'stands still', begins: (wire: TcpProxy) => wire.pause(), ends: (wire: TcpProxy) => wire.resume() },
    ])('recovers after the engine $fault', async ({ begins, ends }) => {
      // Aim: enqueueing fails fast with a retryable error; no accepted job is lost.
      const kind = countingJob('testing.outage', 8);
      const proxy = await TcpProxy.start(harness.engine.target);
      harness.closers.push(() => proxy.close());
      const failures: unknown[] = [];
      const jobs = await join({ onError: (error) => failures.push(error) }, harness.engine.through(proxy));
      const direct = await join();
      const gate = new Gate();
      const recorder = new JobRecorder(() => gate.passed);
      jobs.work(kind, recorder.handler);
      await jobs.start();
      for (let n = 0; n < 6; n += 1) await jobs.enqueue(kind, { n });
      await waitUntil('two to run', () => recorder.running === 2);
      begins(proxy);
      const startedMs = systemClock.monotonicMs();
      const refusal = await jobs.enqueue(kind, { n: 99 }, { key: 'later' }).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(JobsUnavailable);
      expect(isTransient(refusal)).toBe(true);
      expect(systemClock.monotonicMs() - startedMs).toBeLessThan(6_000);
      await direct.enqueue(kind, { n: 50 });
      // Their completion cannot be recorded now.
      gate.open();
      await waitUntil('the failure to be told', () => failures.length > 0);
      ends(proxy);
      await waitUntil('enqueueing', () =>
        jobs.enqueue(kind, { n: 99 }, { key: 'later' }).then(
          () => true,
          () => false,
        ),
      );
      const expected = [0, 1, 2, 3, 4, 5, 50, 99];
      await waitUntil('all jobs', async () => {
        await harness.engine.hasten(kind.name);
        return expected.every((n) => recorder.numbers.has(n)) && (await isIdle(direct, kind));
      });
      expect(await direct.failed(kind, 10)).toEqual([]);
    });

    it('runs each of 1,000 jobs on three processes, one of which stops midway', async () => {
      // Aim: nothing is lost under load; without faults, nothing is done twice either.
      const kind = countingJob('testing.crowd', 3);
      const recorders = [new JobRecorder(), new JobRecorder(), new JobRecorder()];
      const members = [];
      for (const recorder of recorders) members.push(await begin(kind, recorder, { concurrency: 5 }));
      const [first, leaver] = members as [Jobs, Jobs];
      for (let start = 0; start < 1_000; start += 50)
        await Promise.all(Array.from({ length: 50 }, (_, index) => first.enqueue(kind, { n: start + index })));
      const done = () => recorders.flatMap(({ calls }) => calls.map(({ n }) => n));
      await waitUntil('a good part', () => done().length > 100);
      await leaver.stop();
      await waitUntil('all', async () => new Set(done()).size === 1_000 && (await isIdle(first, kind)));
      expect(done()).toHaveLength(1_000);
      expect(recorders.every(({ calls }) => calls.length > 0)).toBe(true);
    });
  });
}
