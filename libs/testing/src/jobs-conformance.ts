import { describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { InvalidJob } from '@switchback/platform/jobs/jobs';
import { type Counting, countingJob, Gate, JobRecorder } from './jobs-fixtures.js';
import { JOBS_WAIT_MS, type JobsEngine, JobsHarness, waitUntil } from './jobs-harness.js';

/** Conformance suite for every job engine, without faults other than failing jobs. */
export function jobsConformance(name: string, makeEngine: () => Promise<JobsEngine>): void {
  describe(`${name} honors the contract of jobs`, () => {
    const harness = new JobsHarness(makeEngine);
    const { join, begin, statsOf, isIdle, isFailed } = harness;

    it('runs a job with its payload, and deletes it', async () => {
      // Aim: the payload arrives complete, and a finished job is deleted, also from the figures.
      const kind = countingJob();
      const seen: Counting[] = [];
      const jobs = await join();
      jobs.work(kind, async (payload) => void seen.push(payload));
      const payload = { n: 7, filler: 'Zürich → "Furka" \u0000-less' };
      const key = await jobs.enqueue(kind, payload);
      expect(await jobs.find(kind, key)).toEqual({ key, state: 'waiting', attempts: 0 });
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 1, delayed: 0, active: 0, failed: 0 });
      await jobs.start();
      await waitUntil('the job', async () => (await jobs.find(kind, key)) === undefined);
      expect(seen).toEqual([payload]);
      const idle = { name: kind.name, waiting: 0, delayed: 0, active: 0, failed: 0, oldestAgeMs: 0 };
      expect(await jobs.stats()).toEqual([idle]);
    });

    it('rejects invalid jobs', async () => {
      // Aim: malformed or oversized payloads, and invalid keys and delays, are refused immediately and leave no job.
      const kind = countingJob();
      const jobs = await join();
      const refused = (payload: unknown, options = {}) =>
        expect(jobs.enqueue(kind, payload as Counting, options)).rejects.toBeInstanceOf(InvalidJob);
      await refused({ n: 'seven' });
      await refused({ n: 1, filler: 'x'.repeat(70_000) });
      await refused({ n: 1 }, { key: '' });
      await refused({ n: 1 }, { key: 'a b' });
      await refused({ n: 1 }, { key: 'k'.repeat(201) });
      await refused({ n: 1 }, { delayMs: -1 });
      await refused({ n: 1 }, { delayMs: Number.NaN });
      await expect(jobs.enqueue({ ...kind, name: 'Not A Name' }, { n: 1 })).rejects.toBeInstanceOf(InvalidJob);
      await jobs.enqueue(kind, { n: 1, filler: 'x'.repeat(65_000) });
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 1 });
    });

    it('retries with growing backoff until it succeeds', async () => {
      // Aim: a transient failure costs only time, and the backoff gives the failed dependency room to recover.
      const kind = countingJob();
      const startedMs: number[] = [];
      const recorder = new JobRecorder((_n, { attempt }) => {
        startedMs.push(systemClock.monotonicMs());
        if (attempt < 3) throw new Error(`attempt ${attempt} fails`);
      });
      const jobs = await begin(kind, recorder);
      const key = await jobs.enqueue(kind, { n: 1 });
      await waitUntil('the pause', async () => (await jobs.find(kind, key))?.state === 'delayed');
      expect((await jobs.find(kind, key))?.cause).toContain('attempt 1 fails');
      await waitUntil('the second attempt', () => recorder.calls.length === 2);
      expect(startedMs[1]! - startedMs[0]!).toBeGreaterThan(2_500);
      await waitUntil('the second pause', async () => (await jobs.find(kind, key))?.state === 'delayed');
      expect(recorder.calls).toHaveLength(2);
      await harness.engine.hasten(kind.name);
      await waitUntil('the end', async () => (await jobs.find(kind, key)) === undefined);
      expect(recorder.calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    });

    it('keeps a job that always fails, with its cause, without blocking others, and retries on request', async () => {
      // Aim: poison ends after its attempts, blocks no other job, is visible, and can be retried once fixed.
      const kind = countingJob();
      const mended = { yet: false };
      const recorder = new JobRecorder((n) => {
        if (n === 13 && !mended.yet) throw new Error('this job is poison');
      });
      const jobs = await begin(kind, recorder, { concurrency: 1 });
      const key = await jobs.enqueue(kind, { n: 13 }, { key: 'poison/13' });
      for (let n = 0; n < 5; n += 1) await jobs.enqueue(kind, { n });
      await waitUntil('the sound jobs', () => recorder.numbers.size === 6);
      await waitUntil('the failure', () => isFailed(jobs, kind, key));
      const [failed, ...others] = await jobs.failed(kind, 10);
      expect(others).toEqual([]);
      expect(failed).toMatchObject({ key, attempts: 3, cause: expect.stringContaining('this job is poison') });
      expect(Math.abs(Date.now() - failed!.failedAt.getTime())).toBeLessThan(JOBS_WAIT_MS);
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 0, delayed: 0, active: 0, failed: 1 });
      expect(recorder.calls.filter(({ n }) => n === 13)).toHaveLength(3);

      mended.yet = true;
      expect(await jobs.retryFailed(kind, 10)).toBe(1);
      await waitUntil('the mended job', async () => (await jobs.find(kind, key)) === undefined);
      expect(recorder.calls.filter(({ n }) => n === 13).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 1]);
      expect(await jobs.retryFailed(kind, 10)).toBe(0);
    });

    it('counts a job that exceeds its timeout as failed', async () => {
      // Aim: a hanging handler blocks its slot for a bounded time, and the cause says so.
      const kind = { ...countingJob('testing.hang', 1), timeoutMs: 150 };
      const recorder = new JobRecorder(() => new Promise(() => undefined));
      const jobs = await begin(kind, recorder, { concurrency: 1 });
      const keys = [await jobs.enqueue(kind, { n: 1 }), await jobs.enqueue(kind, { n: 2 })];
      for (const key of keys) await waitUntil('the failure', () => isFailed(jobs, kind, key));
      expect((await jobs.failed(kind, 10)).map(({ cause }) => /longer than 150 ms/.test(cause))).toEqual([true, true]);
      expect(recorder.calls.every(({ signal }) => signal.aborted)).toBe(true);
    });

    it('waits for the given delay', async () => {
      // Aim: a delayed job runs neither early nor never.
      const kind = countingJob();
      const recorder = new JobRecorder();
      const jobs = await begin(kind, recorder);
      const startedMs = systemClock.monotonicMs();
      const key = await jobs.enqueue(kind, { n: 1 }, { delayMs: 700 });
      await jobs.enqueue(kind, { n: 2 });
      expect(await jobs.find(kind, key)).toMatchObject({ state: 'delayed' });
      await waitUntil('the delayed job', () => recorder.numbers.has(1));
      expect(systemClock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(690);
      expect(recorder.calls.map(({ n }) => n)).toEqual([2, 1]);
    });

    it('adds no second job with the same key while one waits, is delayed or runs', async () => {
      // Aim: ten requests with the same key are one job, in any state; a done or failed job frees its key.
      const [kind, other] = [countingJob('testing.count', 1), countingJob('testing.other')];
      const gate = new Gate();
      const recorder = new JobRecorder((n) => (n === 4 ? Promise.reject(new Error('no')) : gate.passed));
      const jobs = await join();
      jobs.work(kind, recorder.handler);
      const key = 'wait:list/*?#';
      for (let n = 0; n < 3; n += 1) expect(await jobs.enqueue(kind, { n: 1 }, { key })).toBe(key);
      for (let n = 0; n < 3; n += 1) await jobs.enqueue(kind, { n: 2 }, { key: 'delayed', delayMs: 300 });
      await jobs.enqueue(other, { n: 3 }, { key });
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 1, delayed: 1 });
      await jobs.start();
      await waitUntil('both to run', () => recorder.numbers.size === 2);
      for (const again of [key, 'delayed']) await jobs.enqueue(kind, { n: 3 }, { key: again });
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 0, delayed: 0, active: 2 });
      gate.open();
      await waitUntil('the end', () => isIdle(jobs, kind));
      expect(recorder.calls.map(({ n }) => n)).toEqual([1, 2]);

      await jobs.enqueue(kind, { n: 4 }, { key });
      await waitUntil('the failure', () => isFailed(jobs, kind, key));
      await jobs.enqueue(kind, { n: 5 }, { key });
      await waitUntil('the next one', async () => (await jobs.find(kind, key)) === undefined);
      expect(recorder.calls.map(({ n }) => n)).toEqual([1, 2, 4, 5]);
      expect(await jobs.failed(kind, 10)).toEqual([]);
    });

    it('runs no more concurrent jobs than allowed', async () => {
      // Aim: the limit is used fully and never exceeded, separately for each kind.
      const [kind, other] = [countingJob('testing.count'), countingJob('testing.other')];
      const gate = new Gate();
      const [recorder, beside] = [new JobRecorder(() => gate.passed), new JobRecorder(() => gate.passed)];
      const jobs = await join();
      jobs.work(kind, recorder.handler, { concurrency: 3 });
      jobs.work(other, beside.handler, { concurrency: 1 });
      for (let n = 0; n < 12; n += 1) await jobs.enqueue(kind, { n });
      for (let n = 0; n < 3; n += 1) await jobs.enqueue(other, { n });
      await jobs.start();
      await waitUntil('all places taken', () => recorder.running === 3 && beside.running === 1);
      expect(await statsOf(jobs, kind)).toMatchObject({ waiting: 9, active: 3 });
      expect((await statsOf(jobs, kind))!.oldestAgeMs).toBeGreaterThan(0);
      gate.open();
      await waitUntil('the end', async () => (await isIdle(jobs, kind)) && (await isIdle(jobs, other)));
      expect([recorder.runningMax, beside.runningMax]).toEqual([3, 1]);
      expect([recorder.calls.length, beside.calls.length]).toEqual([12, 3]);
    });

    it('handles all job kinds of a process with eight services', async () => {
      // Aim: any number of kinds works in one process, and each is notified of its jobs immediately.
      const kinds = Array.from({ length: 12 }, (_, index) => countingJob(`testing.kind${index}`));
      const recorders = kinds.map(() => new JobRecorder());
      const jobs = await join();
      for (const [index, kind] of kinds.entries()) jobs.work(kind, recorders[index]!.handler);
      await jobs.start();
      for (const kind of kinds) for (let n = 0; n < 3; n += 1) await jobs.enqueue(kind, { n });
      await waitUntil('all jobs', () => recorders.every(({ calls }) => calls.length === 3));
    });
  });
}
