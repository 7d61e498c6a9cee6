import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { CLOCK, LOGGER, SETTINGS, STORAGE } from '@switchback/platform/nest/tokens';
import type { Settings } from '@switchback/platform/config/settings';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { Slots } from '@switchback/platform/slots';
import { readAll } from '@switchback/platform/storage/sources';
import { isStorageError, LIST_MAX, type Storage } from '@switchback/platform/storage/storage';
import { cardHash, type DriveCard, driveCardOf } from '@switchback/platform/wire/drive-card';
import { DrivesQueries } from '../queries/drives.queries.js';
import { DRAW_CARD, type DrawCard } from './draw-card.js';

const AT_ONCE = 2;
const WAITING_MAX = 20;
/** Storage read timeout; past it, drawing the card is faster than waiting. */
const READ_MS_MAX = 500;
/** Answer timeout: the caller is asked to retry; the card is still finished and stored for the retry. */
const ANSWER_MS_MAX = 1_800;
const PNG_BYTES_MAX = 1_000_000;
const PUT = { contentType: 'image/png', maxBytes: PNG_BYTES_MAX };
const NO_BYTES = Buffer.alloc(0);

/** Current card of a drive. */
export interface CardAnswer {
  hash: string;
  /** Empty if the request was for another card. */
  png: Buffer;
}

interface Found {
  png: Buffer;
  /** Settles once a newly drawn card is stored, or could not be. */
  stored?: Promise<void>;
}

/**
 * Preview images of public drives for chats and crawlers. Drawn once, stored under a hash of their content, and served
 * only while the drive is public, whatever the storage still holds.
 */
@Injectable()
export class DriveCards implements BeforeApplicationShutdown {
  private readonly slots = new Slots(AT_ONCE, WAITING_MAX);
  /** Lookups in progress by key, until a new card is stored: no card is read or drawn twice concurrently. */
  private readonly finding = new Map<string, Promise<Found>>();

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(DrivesQueries) private readonly drives: Pick<DrivesQueries, 'summaries'>,
    @Inject(DRAW_CARD) private readonly draw: DrawCard,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'PRODUCT_NAME'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'sleep'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /**
   * Returns the current card; draws it first if it is not stored yet.
   * @param hash the requested card.
   * @throws ProductError `driveNotFound` for a drive that is not public, `timeout`, `unavailable` if too many cards are
   * being drawn.
   */
  async answer(id: string, hash: string): Promise<CardAnswer> {
    const card = await this.present(id);
    if (!card) throw new ProductError('driveNotFound');
    const current = cardHash(card);
    if (hash !== current) return { hash: current, png: NO_BYTES };
    return { hash, png: await this.inTime(this.find(id, card, hash)) };
  }

  /** Draws and stores the current card of a public drive if it is missing; deletes older ones. */
  async make(id: string): Promise<void> {
    const card = await this.present(id);
    if (!card) return this.remove(id);
    const hash = cardHash(card);
    if (await this.storage.head(keyOf(id, hash))) return;
    await this.store(id, hash, await this.slots.run(() => this.draw(card)));
  }

  /** Deletes all cards of a drive. */
  remove(id: string): Promise<void> {
    return this.removeBut(id);
  }

  /** Waits for cards that are being drawn and stored. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(Array.from(this.finding.values(), ended));
  }

  /** Logs a failure that does not affect the answer. */
  private warn(error: unknown): void {
    this.logger.warn({ error }, 'The card of a drive could not be read or stored');
  }

  private async present(id: string): Promise<DriveCard | undefined> {
    const [summary] = await this.drives.summaries([id], null);
    return summary && driveCardOf(summary, this.settings.PRODUCT_NAME);
  }

  private async stored(key: string): Promise<Buffer | undefined> {
    const given = new AbortController();
    const reading = this.read(key).catch((error: unknown) => {
      if (!isStorageError(error, 'not-found')) this.warn(error);
      return undefined;
    });
    const late = this.clock.sleep(READ_MS_MAX, given.signal).then(() => undefined);
    return Promise.race([reading, late]).finally(() => given.abort());
  }

  private async read(key: string): Promise<Buffer> {
    return readAll((await this.storage.get(key)).body, PNG_BYTES_MAX);
  }

  private async find(id: string, card: DriveCard, hash: string): Promise<Buffer> {
    const key = keyOf(id, hash);
    let finding = this.finding.get(key);
    if (!finding) {
      finding = this.readOrDraw(id, card, hash);
      this.finding.set(key, finding);
      void ended(finding).then(() => this.finding.delete(key));
    }
    return (await finding).png;
  }

  private async readOrDraw(id: string, card: DriveCard, hash: string): Promise<Found> {
    const stored = await this.stored(keyOf(id, hash));
    if (stored) return { png: stored };
    const png = await this.slots.run(() => this.draw(card));
    return { png, stored: this.store(id, hash, png).catch((error: unknown) => this.warn(error)) };
  }

  private async inTime<T>(work: Promise<T>): Promise<T> {
    const given = new AbortController();
    const late = this.clock.sleep(ANSWER_MS_MAX, given.signal).then(() => {
      throw new ProductError('timeout');
    });
    late.catch(() => undefined);
    return Promise.race([work, late]).finally(() => given.abort());
  }

  /** Checks the drive again after storing, so that one made private while its card was drawn leaves no card behind. */
  private async store(id: string, hash: string, png: Buffer): Promise<void> {
    await this.storage.put(keyOf(id, hash), [png], PUT);
    const card = await this.present(id);
    await this.removeBut(id, card && cardHash(card));
  }

  private async removeBut(id: string, hash?: string): Promise<void> {
    const files = await this.storage.list({ prefix: `${folderOf(id)}/`, max: LIST_MAX });
    for (const { key } of files) if (hash === undefined || key !== keyOf(id, hash)) await this.storage.delete(key);
  }
}

/** Resolves even if the lookup failed: its caller gets the error. */
async function ended(finding: Promise<Found>): Promise<void> {
  await finding.then(({ stored }) => stored).catch(() => undefined);
}

function folderOf(id: string): string {
  return `og/drives/${id}`;
}

function keyOf(id: string, hash: string): string {
  return `${folderOf(id)}/${hash}.png`;
}
