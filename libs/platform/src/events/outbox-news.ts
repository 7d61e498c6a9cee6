import type { DataSource, EntitySubscriberInterface, QueryRunner } from 'typeorm';

/** Flag that `appendToOutbox` sets on a transaction that wrote events. */
const MARK = 'outboxWritten';

/**
 * Wakes the relay of an outbox after each commit that wrote events: directly if this process holds the outbox, else by
 * NOTIFY, after the commit and on another connection. Only one NOTIFY runs at a time; commits meanwhile share the next
 * one. A lost notification only delays events until the relay's fallback poll.
 */
export class OutboxNews implements EntitySubscriberInterface {
  private static readonly all = new WeakMap<DataSource, OutboxNews>();
  private readonly holders = new Set<() => void>();
  private isAnnouncing = false;
  private isStale = false;

  private constructor(private readonly source: DataSource) {
    source.subscribers.push(this);
  }

  static of(source: DataSource): OutboxNews {
    const known = OutboxNews.all.get(source);
    if (known) return known;
    const news = new OutboxNews(source);
    OutboxNews.all.set(source, news);
    return news;
  }

  /** Name of the outbox in locks and notifications. */
  get name(): string {
    return `outbox of ${String(this.source.driver.schema)}`;
  }

  /** Marks the runner's transaction as one that wrote events. */
  mark(runner: QueryRunner): void {
    runner.data[MARK] = true;
  }

  /** Calls `wake` after each such commit, until the returned function is called. */
  heldBy(wake: () => void): () => void {
    this.holders.add(wake);
    return () => void this.holders.delete(wake);
  }

  afterTransactionCommit({ queryRunner }: { queryRunner: QueryRunner }): void {
    const wrote = queryRunner.data[MARK] === true;
    delete queryRunner.data[MARK];
    if (!wrote) return;
    for (const wake of this.holders) wake();
    if (this.holders.size === 0) void this.announce();
  }

  afterTransactionRollback({ queryRunner }: { queryRunner: QueryRunner }): void {
    delete queryRunner.data[MARK];
  }

  private async announce(): Promise<void> {
    this.isStale = true;
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    while (this.isStale) {
      this.isStale = false;
      await this.source.query(`select pg_notify($1, '')`, [this.name]).catch(() => undefined);
    }
    this.isAnnouncing = false;
  }
}
