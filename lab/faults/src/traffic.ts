import type { Program } from '@switchback/bench/program';
import { systemClock } from '@switchback/platform/clock';
import { type Random, seededRandom } from '@switchback/testing/random';
import type { BusName, Stage } from './stage.js';
import type { WriteLog } from './write-log.js';

/** A write without an answer by then counts as timed out: it may or may not be stored. */
const WRITE_TIMEOUT_MS = 30_000;
const RETRY_MS = 50;
const POLL_MS = 2;
/** A guard against hangs, never a measure of speed. */
const PROGRESS_TIMEOUT_MS = 60_000;

/** Concurrent clients, each with its own drives. */
const CLIENTS = 3;
const DRIVES_EACH = 4;
const PAUSE_MS = 30;

/**
 * Writes continuously through a writer's process, which may be replaced at any time, and records the writes in the
 * write log. A client writes its next drive once the last write was answered, refused or lost with its writer.
 */
export class Traffic {
  private readonly answers = new Map<string, (line: string | null) => void>();
  private readonly stopping = new AbortController();
  private writer: Program | undefined;
  private running: Promise<unknown> = Promise.resolve();
  /** First answer that does not match its request. */
  private fault: Error | undefined;
  private sentCount = 0;
  refusedCount = 0;
  /** Longest time from sending a write to its acknowledgement. */
  slowestMs = 0;

  /** @param pauseMs maximum pause between two writes of a client. */
  constructor(
    private readonly writeLog: WriteLog,
    private readonly random: Random,
    private readonly pauseMs = PAUSE_MS,
  ) {}

  /** Starts a writer and writes through it until the run ends. */
  static async on(stage: Stage, bus: BusName, writeLog: WriteLog, random: Random) {
    const traffic = new Traffic(writeLog, random);
    const writer = await stage.startRole('writer', bus);
    traffic.through(writer);
    stage.atEnd(() => traffic.stop());
    traffic.start();
    return { traffic, writer };
  }

  /** Switches to this process. Writes in flight in its predecessor remain unanswered. */
  through(writer: Program): void {
    this.writer = writer;
    writer.onLine((line) => {
      const [, key, edit] = line.split(' ');
      this.answers.get(`${key} ${edit}`)?.(line);
    });
    void writer.ended.then(() => {
      if (this.writer === writer) this.writer = undefined;
      for (const answer of [...this.answers.values()]) answer(null);
    });
  }

  start(): void {
    const seeds = Array.from({ length: CLIENTS }, () => this.random.below(2 ** 31));
    this.running = Promise.all(seeds.map((seed, client) => this.run(client, seededRandom(seed))));
  }

  /** Stops after the writes in flight are answered. @throws Error for an answer that does not match. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    if (this.fault) throw this.fault;
  }

  /** Resolves at the next send. */
  nextSend(): Promise<void> {
    const before = this.sentCount;
    return this.until('another write', () => this.sentCount > before);
  }

  /** Resolves once `count` more writes are acknowledged. */
  acknowledgements(count: number): Promise<void> {
    const before = this.writeLog.acknowledgedCount;
    return this.until(`${count} acknowledged writes`, () => this.writeLog.acknowledgedCount >= before + count);
  }

  /** @throws Error for an answer that does not match, after `stop`, or on a timeout. */
  private async until(what: string, isReached: () => boolean): Promise<void> {
    const deadlineMs = systemClock.monotonicMs() + PROGRESS_TIMEOUT_MS;
    while (!isReached()) {
      if (this.fault) throw this.fault;
      if (this.stopping.signal.aborted) throw new Error(`The writes stopped while a caller waited for ${what}`);
      if (systemClock.monotonicMs() > deadlineMs)
        throw new Error(`Timed out after ${PROGRESS_TIMEOUT_MS} ms, waiting for ${what}`);
      await systemClock.sleep(POLL_MS);
    }
  }

  private async run(client: number, random: Random): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted && !this.fault) {
      const key = `c${client}-d${random.below(DRIVES_EACH)}`;
      const isDone = await this.write(key).catch((error: Error) => {
        this.fault = error;
        return false;
      });
      await systemClock.sleep(isDone ? random.next() * this.pauseMs : RETRY_MS, signal);
    }
  }

  /** @returns whether the write was acknowledged. */
  private async write(key: string): Promise<boolean> {
    const { writer } = this;
    if (!writer?.isRunning) return false;
    const edit = this.writeLog.start(key);
    const sentMs = systemClock.monotonicMs();
    const line = await this.ask(writer, `${key} ${edit}`);
    if (!line?.startsWith('done ')) {
      this.refusedCount += line === null ? 0 : 1;
      return false;
    }
    const [, , , id = '', rev, contentHash = ''] = line.split(' ');
    this.writeLog.acknowledge(key, edit, { id, rev: Number(rev), contentHash });
    this.slowestMs = Math.max(this.slowestMs, systemClock.monotonicMs() - sentMs);
    return true;
  }

  /** Returns the writer's answer, or null if the writer exits or times out. */
  private async ask(writer: Program, words: string): Promise<string | null> {
    const finished = new AbortController();
    const answer = new Promise<string | null>((resolve) => this.answers.set(words, resolve));
    writer.send(words);
    this.sentCount += 1;
    const late = systemClock.sleep(WRITE_TIMEOUT_MS, finished.signal).then(() => null);
    try {
      return await Promise.race([answer, late]);
    } finally {
      finished.abort();
      this.answers.delete(words);
    }
  }
}
