import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { CLOCK, IDS, PLACES } from '@switchback/platform/nest/tokens';
import type { Clock } from '@switchback/platform/clock';
import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import type { Ids } from '@switchback/platform/ids';
import type { Places } from '@switchback/platform/places/places';
import { type EntityManager, In, Repository } from 'typeorm';
import { BLANK, contentOf, type ImportedContent, type ImportedDrive } from '../content/drive-content.js';
import { Drive, DriveRoute } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { LineFacts } from '../roads/line-facts.js';
import { lockImported } from './drive-imports.sql.js';

/** Outcome of an imported drive. */
export type ImportOutcome = 'created' | 'updated' | 'unchanged';

/** Official drives have no owner and are public from the start. */
const OFFICIAL = {
  ownerId: null,
  ownerUsername: null,
  official: true,
  tier: 'public',
  privacy: 'public',
  status: 'approved',
} satisfies Partial<Drive>;

/** Changes drives. Each change and its event share one transaction. */
@Injectable()
export class DriveImports {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    @Inject(PLACES) private readonly places: Places,
    private readonly events: DriveEvents,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: Ids,
    private readonly facts: LineFacts,
  ) {}

  /** Returns true until the first drive is stored. */
  async isEmpty(): Promise<boolean> {
    return !(await this.drives.exists());
  }

  /**
   * Returns the outcome of an import without running it, in the order of the batch. Costs one index lookup; computes
   * nothing for unchanged drives.
   */
  async previewImport(batch: readonly ImportedDrive[]): Promise<ImportOutcome[]> {
    const known = await this.knownHashes(batch);
    return batch.map((imported) => outcomeOf(imported, known.get(imported.key)));
  }

  /**
   * Stores a batch as public official drives, all or nothing; keys are unique within it. Updates a drive whose key is
   * known and content new; skips unchanged ones. Safe to run in several processes concurrently.
   * @returns the outcome of each, in the order of the batch.
   */
  async importDrives(batch: readonly ImportedDrive[]): Promise<ImportOutcome[]> {
    const preview = await this.previewImport(batch);
    const changed = batch.filter((_, index) => preview[index] !== 'unchanged');
    if (changed.length === 0) return preview;
    const contents = new Map<ImportedDrive, ImportedContent>();
    const call = { requestId: this.ids.uuid(), caller: null };
    for (const imported of changed) contents.set(imported, await contentOf(imported, this.places, this.facts, call));
    const stored = await this.store(contents).catch((error: unknown) => {
      // A concurrent import created one of these between our read and write: the retry finds it.
      if (isUniqueViolation(error)) return this.store(contents);
      throw error;
    });
    return batch.map((imported) => stored.get(imported.key) ?? 'unchanged');
  }

  private store(contents: Map<ImportedDrive, ImportedContent>): Promise<Map<string, ImportOutcome>> {
    return this.drives.manager.transaction(async (manager) => {
      const existing = await lockByKey(manager, [...contents.keys()]);
      const outcomes = new Map<string, ImportOutcome>();
      const routes: DriveRoute[] = [];
      for (const [imported, content] of contents) {
        const current = existing.get(imported.key);
        const outcome = outcomeOf(imported, current?.contentHash ?? undefined);
        outcomes.set(imported.key, outcome);
        if (outcome !== 'unchanged') routes.push(this.merge(imported.key, content, current));
      }
      await this.save(manager, routes);
      return outcomes;
    });
  }

  private merge(importKey: string, content: ImportedContent, current: Drive | undefined): DriveRoute {
    const { clock, ids } = this;
    const identity = { id: ids.uuid(), importKey, createdAt: clock.now(), rev: 0 };
    const base = current ?? { ...BLANK, ...OFFICIAL, ...identity, zOrder: content.zOrder };
    const drive = Object.assign(new Drive(), base, content.drive, { rev: base.rev + 1 });
    return Object.assign(new DriveRoute(), content.route, { driveId: drive.id, drive });
  }

  private async save(manager: EntityManager, routes: DriveRoute[]): Promise<void> {
    if (routes.length === 0) return;
    await manager.upsert(
      Drive,
      routes.map(({ drive }) => drive),
      ['id'],
    );
    await manager.upsert(DriveRoute, routes, ['driveId']);
    await this.events.saved(manager, routes);
  }

  private async knownHashes(batch: readonly ImportedDrive[]): Promise<Map<string, string>> {
    const known = await this.drives.find({
      select: { importKey: true, contentHash: true },
      where: { importKey: In(batch.map(({ key }) => key)) },
    });
    return new Map(known.map(({ importKey, contentHash }) => [importKey!, contentHash!]));
  }
}

async function lockByKey(manager: EntityManager, batch: readonly ImportedDrive[]): Promise<Map<string, Drive>> {
  const known = await lockImported(
    manager,
    batch.map(({ key }) => key),
  );
  const drives = known.length === 0 ? [] : await manager.findBy(Drive, { importKey: In(known) });
  return new Map(drives.map((drive) => [drive.importKey!, drive]));
}

function outcomeOf(imported: ImportedDrive, knownHash: string | undefined): ImportOutcome {
  if (knownHash === undefined) return 'created';
  return knownHash === imported.contentHash ? 'unchanged' : 'updated';
}
