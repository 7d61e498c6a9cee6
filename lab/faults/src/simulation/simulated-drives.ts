import type { Clock } from '@switchback/platform/clock';
import { type EncodedEvent, EventFactory } from '@switchback/platform/events/event';
import type { OutboxHold, OutboxStore, WaitingEvent } from '@switchback/platform/events/outbox-store';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { type Random, seededIds } from '@switchback/testing/random';
import { ConnectionBroken, type SimulatedNetwork, type SimulatedProcess } from './network.js';

const COMMIT_DELAY_MAX_MS = 40;
/** Share of notifications that are lost; the relay's fallback poll then finds the events. */
const NOTIFICATION_LOST = 0.1;

interface Dependencies {
  clock: Clock;
  random: Random;
  network: SimulatedNetwork;
  /** Returns a drive's state at a revision. */
  stateOf: (id: string, rev: number) => DriveEvent;
}

/**
 * The drives service's database: drives by revision, and their outbox, whose positions are assigned before the commit.
 */
export class SimulatedDrives {
  /** Committed revisions. */
  readonly revisions = new Map<string, number>();
  private rows: WaitingEvent[] = [];
  private nextPosition = 1;
  private holder: object | null = null;
  private notifyHolder: () => void = () => undefined;
  private readonly factory: EventFactory;

  constructor(private readonly deps: Dependencies) {
    const { clock, random } = deps;
    this.factory = new EventFactory({ source: 'drives', clock, ids: seededIds(random) });
  }

  get depth(): number {
    return this.rows.length;
  }

  /**
   * Saves the next revision of a drive and its event in one transaction.
   * @returns the revision once it is committed.
   */
  async save(process: SimulatedProcess, id: string): Promise<number> {
    const { clock, network, random, stateOf } = this.deps;
    const { rev, row } = await network.call(process, () => {
      const next = (this.revisions.get(id) ?? 0) + 1;
      return { rev: next, row: this.rowOf(stateOf(id, next)) };
    });
    await clock.sleep(random.next() * COMMIT_DELAY_MAX_MS);
    await network.call(process, () => {
      this.revisions.set(id, rev);
      this.rows = [...this.rows, row].sort((a, b) => Number(a.position) - Number(b.position));
      if (!random.chance(NOTIFICATION_LOST)) this.notifyHolder();
    });
    return rev;
  }

  /** Returns the outbox as a relay in this process sees it. Some notifications get lost. */
  outboxOf(process: SimulatedProcess): OutboxStore {
    const { network } = this.deps;
    return {
      hold: async (work, onNews) => {
        // A separate session each time: when its connection breaks, it ends and releases the lock.
        const session = {};
        const release = () => {
          if (this.holder === session) this.holder = null;
        };
        process.onDeath(release);
        try {
          const isOurs = await network.call(process, () => {
            // A server ends the session of a client that is gone.
            if (this.holder === null && !process.isDead) this.holder = session;
            return this.holder === session;
          });
          if (!isOurs) return false;
          this.notifyHolder = onNews;
          await work(this.holdOf(process, session));
          return true;
        } finally {
          release();
        }
      },
      stats: async () => ({ depth: this.depth, oldestAgeMs: 0 }),
      countOthers: async () => [],
    };
  }

  private holdOf(process: SimulatedProcess, session: object): OutboxHold {
    const { network } = this.deps;
    const call = <T>(work: () => T) =>
      network.call(process, () => {
        if (this.holder !== session) throw new ConnectionBroken();
        return work();
      });
    return {
      read: (max, _topics, except = []) =>
        call(() => this.rows.filter(({ position }) => !except.includes(position)).slice(0, max)),
      delete: (positions) =>
        call(() => {
          this.rows = this.rows.filter(({ position }) => !positions.includes(position));
        }),
    };
  }

  private rowOf(payload: DriveEvent): WaitingEvent {
    const draft = { type: 'drive.saved', subject: payload.id, version: payload.rev, payload };
    const event = this.factory.create(draft);
    const encoded: EncodedEvent = { ...event, payload: drivesTopic.codec.encode(payload) };
    const position = String(this.nextPosition);
    this.nextPosition += 1;
    return { position, topic: drivesTopic.name, event: encoded };
  }
}
