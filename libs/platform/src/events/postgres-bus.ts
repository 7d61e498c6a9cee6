import type { DataSource } from 'typeorm';
import { type Clock, systemClock } from '../clock.js';
import { connectService, type DatabaseSettings } from '../db/database.js';
import { POOL_SIZES } from '../db/pool-sizes.js';
import { randomIds } from '../ids.js';
import type { DeadLetter, DeadLetterQuery, EventBus, Follower, GroupStats, RedriveQuery, Subscription } from './bus.js';
import { type CrashHook, noCrash } from './crash-points.js';
import type { EncodedEvent, Topic, TopicName } from './event.js';
import { EventLog } from './event-log.js';
import { releaseAbsentGroups } from './group-absence.js';
import { GroupMember } from './group-member.js';
import { BusSession, CHANNEL } from './postgres-bus-session.js';
import { BUS_MIGRATIONS } from './postgres-bus-tables.js';
import { Signal } from './signal.js';
import { dispatchTo, TopicFollower } from './topic-follower.js';

/** Fallback poll: bounds the delay of events, redrives and joins whose notification was lost. */
const POLL_MS = 10_000;
/** Interval for rebalancing while other members share the partitions: a killed member announces nothing. */
const SHARED_MS = 500;
const RECONNECT_MS = 250;
const SWEEP_MS = 60_000;
/** A process has ten seconds to stop; its other parts need the rest. */
const DEFAULT_STOP_TIMEOUT_MS = 4_000;
const DAY_MS = 86_400_000;
const DEFAULT_RETENTION_MS = 7 * DAY_MS;
const DEFAULT_ABSENCE_MS = 7 * DAY_MS;

export interface PostgresBusOptions {
  clock?: Clock;
  /** Retention of events after every group has handled them. */
  retentionMs?: number;
  /**
   * Maximum time for which a group without a member keeps events from being deleted; the current release may no longer
   * have that group.
   */
  absenceMs?: number;
  /** Grace period of `stopConsuming` for current calls. */
  stopTimeoutMs?: number;
  crashHook?: CrashHook;
  /** Called for each failure of the bus's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
}

/**
 * Event bus in PostgreSQL: a partitioned log, and groups whose members share the partitions by locks that end with
 * their connection. NOTIFY announces events, redrives and joins; a slow fallback poll finds those whose notification
 * was lost.
 */
export class PostgresBus implements EventBus {
  private readonly members: GroupMember[] = [];
  private readonly followers: TopicFollower[] = [];
  private readonly news = new Signal();
  private readonly log: EventLog;
  private readonly clock: Clock;
  private readonly crashHook: CrashHook;
  private readonly onError: (error: unknown) => void;
  private readonly retentionMs: number;
  private readonly absenceMs: number;
  private readonly stopTimeoutMs: number;
  /** Distinguishes this process's notifications from those of other processes. */
  private readonly name = randomIds.uuid();
  private rebalancing = Promise.resolve();
  private stopping = new AbortController();
  private session: BusSession | undefined;
  private running: Promise<void> | undefined;

  private constructor(
    private readonly dataSource: DataSource,
    private readonly url: string,
    options: PostgresBusOptions,
  ) {
    this.log = new EventLog(dataSource);
    this.clock = options.clock ?? systemClock;
    this.crashHook = options.crashHook ?? noCrash;
    this.onError = options.onError ?? (() => undefined);
    this.retentionMs = options.retentionMs ?? DEFAULT_RETENTION_MS;
    this.absenceMs = options.absenceMs ?? DEFAULT_ABSENCE_MS;
    this.stopTimeoutMs = options.stopTimeoutMs ?? DEFAULT_STOP_TIMEOUT_MS;
  }

  /** Connects with the bus's own schema and role. Publishing needs no `start`. */
  static async connect(settings: DatabaseSettings, options: PostgresBusOptions = {}): Promise<PostgresBus> {
    const model = { entities: [], migrations: BUS_MIGRATIONS };
    const dataSource = await connectService(
      { ...settings, poolSize: settings.poolSize ?? POOL_SIZES.bus },
      'bus',
      model,
    );
    return new PostgresBus(dataSource, settings.url, options);
  }

  async publish(topic: TopicName, events: EncodedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const partitions = await this.log.publish(topic, events);
    for (const member of this.members) if (member.topic === topic.name) member.wake(partitions);
    if (this.followers.some(({ topicName }) => topicName === topic.name)) this.news.notify();
    await this.crashHook('bus.published');
    await this.announce();
  }

  async subscribe<T>(subscription: Subscription<T>): Promise<void> {
    await this.log.declare(subscription.topic);
    const groupId = await this.log.joinGroup(subscription.topic.name, subscription.group);
    const { log, clock, crashHook, onError } = this;
    // The member passes bytes to this topic's own codec and the result to its own handler, so the type need not be
    // known.
    const member = new GroupMember(subscription as unknown as Subscription<never>, groupId, {
      log,
      clock,
      crashHook,
      onError,
    });
    await this.session?.enter(groupId);
    this.members.push(member);
    if (!this.session) return;
    await this.announce();
    await this.rebalance(this.session);
    this.news.notify();
  }

  async follow<T>(topic: Topic<T>, follower: Follower<T>): Promise<void> {
    await this.log.declare(topic);
    const { log, onError } = this;
    const dispatch = (event: EncodedEvent) => dispatchTo(topic, follower, event, onError);
    this.followers.push(new TopicFollower(topic, dispatch, { log, onError }, await log.heads([topic.name])));
  }

  async start(): Promise<void> {
    if (this.running) return;
    this.stopping = new AbortController();
    await this.openSession();
    this.running = this.run(this.stopping.signal);
  }

  async stopConsuming(): Promise<void> {
    this.stopping.abort();
    this.news.notify();
    await this.running;
    this.running = undefined;
    const finished = new AbortController();
    const overdue = this.clock.sleep(this.stopTimeoutMs, finished.signal).then(() => {
      if (!finished.signal.aborted) this.abandonAll();
    });
    await Promise.race([Promise.all([...this.members, ...this.followers].map((part) => part.finish())), overdue]);
    finished.abort();
    await this.session?.close().catch(this.onError);
    this.session = undefined;
  }

  async stop(): Promise<void> {
    await this.stopConsuming();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  deadLetters(query: DeadLetterQuery): Promise<DeadLetter[]> {
    return this.log.deadLetters(query);
  }

  async redrive(query: RedriveQuery): Promise<number> {
    const count = await this.log.markForRedrive(query);
    this.news.notify();
    await this.announce();
    return count;
  }

  stats(): Promise<GroupStats[]> {
    return this.log.stats();
  }

  /**
   * Wakes the other processes. Announced events are stored: a process that misses the notification finds them at its
   * next fallback poll.
   */
  private async announce(): Promise<void> {
    await this.log.announce(CHANNEL, this.name).catch(this.onError);
  }

  private abandonAll(): void {
    for (const member of this.members) member.abandon();
  }

  private async openSession(): Promise<BusSession> {
    const onNews = (sender: string) => sender !== this.name && this.news.notify();
    let current: BusSession | undefined;
    const onLost = () => {
      if (!current || this.session !== current) return;
      this.session = undefined;
      this.abandonAll();
      this.news.notify();
    };
    const session = (current = await BusSession.open(this.url, onNews, onLost));
    try {
      for (const member of this.members) await session.enter(member.groupId);
    } catch (error) {
      await session.close().catch(this.onError);
      throw error;
    }
    this.session = session;
    await this.announce();
    await this.rebalance(session);
    return session;
  }

  /** Polls for events and rebalances partitions, on each notification and each poll; deletes old events; reconnects. */
  private async run(signal: AbortSignal): Promise<void> {
    let [rebalancedMs, sweptMs] = [-Infinity, this.clock.monotonicMs()];
    while (!signal.aborted) {
      const seen = this.news.version;
      try {
        const session = this.session ?? (await this.openSession());
        const nowMs = this.clock.monotonicMs();
        // Every batch of events causes a notification, so notifications do not trigger more rebalancing than a timer
        // would.
        const dueMs = rebalancedMs + SHARED_MS - nowMs;
        if (dueMs <= 0) {
          rebalancedMs = nowMs;
          await this.rebalance(session);
        }
        if (nowMs - sweptMs >= SWEEP_MS) {
          sweptMs = nowMs;
          await this.sweep();
        }
        await this.noticeNews();
        const isSettled = dueMs <= 0 && this.members.every((member) => member.ownsAll);
        await this.news.wait(seen, isSettled ? POLL_MS : SHARED_MS, this.clock);
      } catch (error) {
        this.onError(error);
        await this.clock.sleep(RECONNECT_MS, signal);
      }
    }
  }

  private async sweep(): Promise<void> {
    for (const name of await releaseAbsentGroups(this.dataSource, this.absenceMs, 2 * SWEEP_MS))
      this.onError(new Error(`Group ${name} has had no consumer for too long; its events are no longer retained.`));
    await this.log.sweep(this.retentionMs);
  }

  private async noticeNews(): Promise<void> {
    const { members, followers } = this;
    const topics = new Set([...members.map(({ topic }) => topic), ...followers.map(({ topicName }) => topicName)]);
    if (topics.size === 0) return;
    const heads = await this.log.heads([...topics]);
    for (const part of [...members, ...followers]) part.notice(heads);
  }

  /** Runs one rebalance at a time: PostgreSQL grants a connection a lock that it already holds a second time. */
  private rebalance(session: BusSession): Promise<void> {
    const next = this.rebalancing.then(() => this.rebalanceNow(session));
    this.rebalancing = next.catch(() => undefined);
    return next;
  }

  private async rebalanceNow(session: BusSession): Promise<void> {
    const locks = await session.locks(this.members.map((member) => member.groupId));
    for (const member of this.members) {
      const groupLocks = locks.get(member.groupId);
      if (groupLocks) await member.rebalance(session, groupLocks);
    }
  }
}
