// Aim: a public drive has its current card, drawn once and stored; any other drive has none, whatever is still stored.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '@switchback/platform/clock';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { Storage } from '@switchback/platform/storage/storage';
import { cardHash, driveCardOf } from '@switchback/platform/wire/drive-card';
import type { DriveSummary } from '@switchback/proto/drives/v1/drive';
import { drive } from '@switchback/testing/fake-drives';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { TestClock } from '@switchback/testing/test-clock';
import { waitUntil } from '@switchback/testing/wait';
import type { DrawCard } from './draw-card.js';
import { DriveCards } from './drive-cards.js';

const PRODUCT = 'Switchback';
const hashOf = (summary: DriveSummary) => cardHash(driveCardOf(summary, PRODUCT));

let temp: TempStorage;
let storage: Storage;
/** Public drives, as a visitor sees them. */
let drives: Map<string, DriveSummary>;
let drawn: string[];
let failures: unknown[];
const draw: DrawCard = async ({ title }) => {
  drawn.push(title);
  return Buffer.from(`picture of ${title}`);
};

interface Given {
  storage?: Storage;
  draw?: DrawCard;
  clock?: Pick<Clock, 'sleep'>;
}

function openCards({ storage: kept = storage, draw: drawn = draw, clock = systemClock }: Given = {}): DriveCards {
  const summaries = async ([id = '']: readonly string[]) => [...drives.values()].filter((summary) => summary.id === id);
  const logger = { warn: ({ error }: { error: unknown }) => void failures.push(error) } as unknown as Logger;
  return new DriveCards(kept, { summaries }, drawn, { PRODUCT_NAME: PRODUCT }, clock, logger);
}

function publish(overrides: Partial<DriveSummary> = {}): DriveSummary {
  const summary = drive(overrides);
  drives.set(summary.id, summary);
  return summary;
}

const stored = async () => (await storage.list({ prefix: '', max: 100 })).map(({ key }) => key);
const keyOf = (summary: DriveSummary) => `og/drives/${summary.id}/${hashOf(summary)}.png`;

beforeEach(async () => {
  temp = await openTempStorage();
  storage = temp.storage;
  drives = new Map();
  [drawn, failures] = [[], []];
});
afterEach(() => temp.close());

function closedGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

describe('the cards of drives', () => {
  it('are drawn on the first request, once for all requests, and stored', async () => {
    // Aim: the first caller need not retry, and no card is drawn twice.
    const summary = publish();
    const cards = openCards();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cards.answer('d1', hashOf(summary))));
    for (const { png } of answers) expect(png.toString()).toBe('picture of Blue Ridge Parkway');
    await cards.beforeApplicationShutdown();
    expect(await stored()).toEqual([keyOf(summary)]);
    await openCards().answer('d1', hashOf(summary));
    expect(drawn).toHaveLength(1);
    expect(failures).toEqual([]);
  });

  it('are drawn before the first request, and older ones are deleted', async () => {
    // Aim: the card made by the job is served, and each drive stores only one card.
    const old = publish();
    const cards = openCards();
    await cards.make('d1');
    await cards.make('d1');
    expect(drawn).toHaveLength(1);
    const renamed = publish({ title: 'Renamed' });
    await cards.make('d1');
    expect(await stored()).toEqual([keyOf(renamed)]);
    expect(await cards.answer('d1', hashOf(old))).toEqual({ hash: hashOf(renamed), png: Buffer.alloc(0) });
    expect((await cards.answer('d1', hashOf(renamed))).png.toString()).toBe('picture of Renamed');
    expect(drawn).toEqual(['Blue Ridge Parkway', 'Renamed']);
  });

  it('of a drive that is not public do not exist', async () => {
    // Aim: a card that is still stored is no longer served once the drive is not public.
    const summary = publish();
    const cards = openCards();
    await cards.make('d1');
    drives.delete('d1');
    for (const id of ['d1', 'unknown'])
      await expect(cards.answer(id, hashOf(summary))).rejects.toMatchObject({ error: 'driveNotFound' });
    await cards.make('d1');
    expect(await stored()).toEqual([]);
  });

  it('of a drive that became private during the drawing are not stored', async () => {
    // Aim: no orphaned card remains.
    const summary = publish();
    const cards = openCards({
      draw: async (card) => {
        drives.delete('d1');
        return draw(card);
      },
    });
    await cards.answer('d1', hashOf(summary));
    await cards.beforeApplicationShutdown();
    expect(await stored()).toEqual([]);
  });

  it('are served although the storage fails', async () => {
    // Aim: an unavailable storage costs drawing time, but no picture.
    const summary = publish();
    const away = Object.assign(Object.create(storage) as Storage, {
      get: () => Promise.reject(new Error('away')),
      put: () => Promise.reject(new Error('away')),
    });
    const cards = openCards({ storage: away });
    expect((await cards.answer('d1', hashOf(summary))).png.toString()).toContain('picture');
    await cards.beforeApplicationShutdown();
    expect(failures).toHaveLength(2);
    await expect(cards.make('d1')).rejects.toThrow('away');
  });

  it('are not awaited beyond the request timeout, and are ready the next time', async () => {
    // Aim: slow storage and slow drawing time out with an answer that asks to retry.
    const summary = publish();
    const gate = closedGate();
    const slow: DrawCard = async (card) => {
      await gate.opened;
      return draw(card);
    };
    const hanging = Object.assign(Object.create(storage) as Storage, { get: () => new Promise(() => undefined) });
    const clock = new TestClock({ skipsIdle: true });
    const cards = openCards({ storage: hanging, draw: slow, clock });
    await expect(cards.answer('d1', hashOf(summary))).rejects.toMatchObject({ error: 'timeout' });
    expect(clock.monotonicMs()).toBeLessThan(2_000);
    gate.open();
    await cards.beforeApplicationShutdown();
    expect(await stored()).toEqual([keyOf(summary)]);
  });

  it('are drawn a few at a time, with a bounded queue', async () => {
    // Aim: a crawler that requests a thousand cards at once slows down no other caller.
    const gate = closedGate();
    let [running, most] = [0, 0];
    const slow: DrawCard = async (card) => {
      most = Math.max(most, (running += 1));
      await gate.opened;
      running -= 1;
      return draw(card);
    };
    const cards = openCards({ draw: slow });
    const calls = Array.from({ length: 100 }, (_, index) => publish({ id: `d${index}` }));
    const refusals: unknown[] = [];
    const answers = calls.map((summary) =>
      cards.answer(summary.id, hashOf(summary)).then(
        () => true,
        (error: unknown) => {
          refusals.push(error);
          return false;
        },
      ),
    );
    await waitUntil('the refusals', () => refusals.length === 78);
    for (const refusal of refusals) expect(refusal).toMatchObject({ error: 'unavailable' });
    gate.open();
    const areAnswered = await Promise.all(answers);
    await cards.beforeApplicationShutdown();
    expect(most).toBe(2);
    expect(areAnswered.filter(Boolean)).toHaveLength(22);
    expect(await stored()).toHaveLength(22);
  });

  it('free their slot after a failure', async () => {
    // Aim: an error reaches its caller and blocks no other.
    const summary = publish();
    let broken = true;
    const cards = openCards({ draw: (card) => (broken ? Promise.reject(new Error('broken')) : draw(card)) });
    for (let round = 0; round < 30; round += 1)
      await expect(cards.answer('d1', hashOf(summary))).rejects.toThrow('broken');
    broken = false;
    expect((await cards.answer('d1', hashOf(summary))).png.length).toBeGreaterThan(0);
    await cards.beforeApplicationShutdown();
  });
});
