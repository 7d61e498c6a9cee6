/** Closes opened resources in reverse order, each once, even if some fail to close. */
export class Closers {
  private readonly open: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.open.push(close);
  }

  /** @throws AggregateError of all failures, after every resource was tried. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.open.pop(); close; close = this.open.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, 'Not everything closed cleanly');
  }
}
