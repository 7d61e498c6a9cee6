import { afterAll, describe, expect, it } from '@jest/globals';
import { watchConsumers, watchOutboxes, watchPools } from '../process/figures.js';
import { createLogger } from './logger.js';
import { createMetrics } from './metrics.js';
import { scrub } from './scrub.js';
import { requestIdFrom, traceFrom } from './trace.js';

describe('createLogger', () => {
  it('writes a JSON line with time in UTC, level as a word, and the error with its causes', () => {
    // Aim: the fields that operators filter by are always present.
    const lines: string[] = [];
    const logger = createLogger({ service: 'drives', level: 'info', sink: { write: (line) => void lines.push(line) } });
    logger.debug('left out');
    logger.warn({ error: new Error('outer', { cause: new Error('inner') }) }, 'said');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({
      level: 'warn',
      service: 'drives',
      msg: 'said',
      time: expect.stringMatching(/Z$/),
      error: { type: 'Error', message: 'outer', cause: { message: 'inner' } },
    });
  });
});

describe('scrub', () => {
  it.each([
    ['postgres://app:hunter2@db:5432/x', 'postgres://[hidden]@db:5432/x'],
    ['Authorization: Bearer abc.def-g', 'Authorization: Bearer [hidden]'],
    ['token=abc&next=1', 'token=[hidden]&next=1'],
    ['{"password":"hunter2"}', '{"password":"[hidden]"}'],
    ['Key (email)=(jane.doe@mail.example.org) exists', 'Key (email)=([address]) exists'],
    ['nothing to hide', 'nothing to hide'],
  ])('turns into %s', (text, clean) => {
    // Aim: credentials and addresses in third-party messages do not reach the log.
    expect(scrub(text)).toBe(clean);
  });

  it('stays fast and bounded on hostile texts', () => {
    // Aim: a client-controlled message cannot block the process; linear work on 8,000 characters takes milliseconds.
    const began = process.threadCpuUsage();
    for (const unit of ['a@', 'a://', 'token=', 'bearer ', 'x.'])
      expect(scrub(unit.repeat(500_000)).length).toBeLessThan(20_000);
    expect(process.threadCpuUsage(began).user).toBeLessThan(2_000_000);
  });
});

describe('the trace of a request', () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  it('continues that of the caller', () => {
    // Aim: the same trace id through every hop, with a span id of this process.
    const trace = traceFrom(`00-${traceId}-b7ad6b7169203331-01`);
    expect(trace.traceId).toBe(traceId);
    expect(trace.traceparent).toMatch(new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`));
  });

  it.each([undefined, '', 'x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `01-${traceId}-b7ad6b7169203331-01`])(
    'is new for %j',
    (header) => {
      // Aim: an invalid header never merges unrelated requests into one trace.
      expect(traceFrom(header).traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(traceFrom(header).traceId).not.toBe(traceFrom(header).traceId);
    },
  );

  it('accepts only a valid request id', () => {
    // Aim: values for headers and logs are short and plain.
    expect(requestIdFrom('a.b-C_1')).toBe('a.b-C_1');
    for (const id of [undefined, '', 'a b', 'a\nb', 'x'.repeat(65)])
      expect(requestIdFrom(id)).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('createMetrics', () => {
  const metrics = createMetrics('drives');
  afterAll(() => metrics.close());

  it('publishes pools, outboxes and consumers, and omits unreadable ones', async () => {
    // Aim: a failing source hides no other source, and the page always loads.
    watchPools(metrics, () => ({ drives: { total: 5, idle: 4, waiting: 0 } }));
    watchOutboxes(metrics, () => Promise.resolve({ drives: { depth: 3, oldestAgeSeconds: 1.5 } }));
    watchConsumers(metrics, () => Promise.reject(new Error('database away')));
    metrics.watch({ name: 'stuck', help: 'Never answers.', labels: ['x'], read: () => new Promise(() => undefined) });
    const page = await metrics.page();
    expect(page).toContain('db_pool_connections{pool="drives",state="idle",service="drives"} 4');
    expect(page).toContain('outbox_depth{outbox="drives",service="drives"} 3');
    expect(page).toContain('outbox_oldest_age_seconds{outbox="drives",service="drives"} 1.5');
    expect(page).not.toMatch(/^(consumer_lag_events|stuck)\{/m);
    expect(page).toContain('process_resident_memory_bytes{service="drives"}');
  });

  it('reads a source once for all its metrics', async () => {
    // Aim: an engine that needs most of the timeout to report the positions of its groups loses no metric to a second
    // query.
    const own = createMetrics('search');
    let looks = 0;
    watchConsumers(own, async () => {
      looks += 1;
      await new Promise((resolve) => setImmediate(resolve));
      return [{ group: 'index', topic: 'drives', lag: looks, oldestAgeMs: 0, deadLetters: 2 }];
    });
    for (const count of [1, 2]) {
      const page = await own.page();
      expect(page).toContain(`consumer_lag_events{group="index",topic="drives",service="search"} ${count}\n`);
      expect(page).toContain('consumer_dead_letters{group="index",topic="drives",service="search"} 2');
    }
    expect(looks).toBe(2);
    own.close();
  });

  it('counts how long changes take to become visible, against the objective', async () => {
    // Aim: the share within 2 s can be computed; a clock behind the writer's does not distort it.
    const visible = metrics.visibleChanges();
    for (const seconds of [0.04, 1.9, 2.1, -3]) visible(seconds);
    const page = await metrics.page();
    expect(page).toContain('change_visible_seconds_bucket{le="2",service="drives"} 3');
    expect(page).toContain('change_visible_seconds_count{service="drives"} 4');
  });

  it('reports a stall to every reader, and none without one', async () => {
    // Aim: a second scraper, or a person with curl, does not consume the metric of the first; an idle loop has no lag.
    const own = createMetrics('loop');
    const lag = async () => {
      const match = /^nodejs_eventloop_lag_seconds\{quantile="0\.99".*\} (.+)$/m.exec(await own.page());
      return Number(match?.[1]);
    };
    expect(await lag()).toBe(0);
    const deadline = performance.now() + 10_000;
    while ((await lag()) < 0.2 && performance.now() < deadline) {
      const end = performance.now() + 300;
      while (performance.now() < end);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await lag()).toBeGreaterThan(0.2);
    expect(await lag()).toBeGreaterThan(0.2);
    own.close();
  });
});
