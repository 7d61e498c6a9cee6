import { Drive } from '@switchback/drives/drive/drive.entity';
import { DrivesQueries } from '@switchback/drives/queries/drives.queries';
import { connectDrives } from '@switchback/drives/schema';
import { encodePolyline } from '@switchback/geo/polyline';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import type { EventBus } from '@switchback/platform/events/bus';
import type { Caller } from '@switchback/platform/rpc/call';
import { maySee } from '@switchback/platform/wire/audience';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '@switchback/search/document';
import { noFilters } from '@switchback/search/index/catalogue.fixture';
import type { Hit, Position, SearchIndex } from '@switchback/search/index/search-index';
import { connectSearch, openIndex } from '@switchback/search/open-index';
import { dropIndexes, ELASTICSEARCH_URL, refreshIndexes } from '@switchback/testing/elasticsearch';
import type { DataSource } from 'typeorm';
import { draftOf } from './drafts.js';
import { TALLY_GROUP } from './groups.js';
import { WriteLog } from './write-log.js';
import { type BusName, connectTallies, type IndexName, type Stage } from './stage.js';
import { Witness } from './witness.js';

const STANDSTILL_MS = 60_000;
const POLL_MS = 50;
const STATES_AT_ONCE = 500;
const PAGE = 500;

/** Compares the acknowledged writes with the database, the index, the events and the tally. */
export class Oracle {
  private constructor(
    readonly writeLog: WriteLog,
    readonly bus: EventBus,
    readonly witness: Witness,
    readonly drives: DataSource,
    readonly search: DataSource,
    private readonly tallies: DataSource,
    readonly index: SearchIndex,
    /** Makes the changes applied to the index searchable at once. */
    private readonly refresh: () => Promise<void>,
  ) {}

  static async of(stage: Stage, busName: BusName, indexName: IndexName = 'postgres'): Promise<Oracle> {
    const drives = await stage.connect(connectDrives);
    const search = await stage.connect(connectSearch);
    const tallies = await stage.connect(connectTallies);
    const isElastic = indexName === 'elasticsearch';
    const { index, close } = await openIndex(
      loadSettings(isElastic ? { ELASTICSEARCH_URL, ELASTICSEARCH_PREFIX: stage.indexPrefix } : {}),
      { database: () => Promise.resolve({ url: stage.url }), clock: systemClock },
    );
    if (isElastic) stage.atEnd(() => dropIndexes(stage.indexPrefix));
    stage.atEnd(close);
    const refresh = () => (isElastic ? refreshIndexes(stage.indexPrefix) : Promise.resolve());
    const bus = await stage.openBus(busName);
    const witness = await Witness.on(bus);
    return new Oracle(new WriteLog(), bus, witness, drives, search, tallies, index, refresh);
  }

  async outboxDepth(): Promise<number> {
    const [row] = await this.drives.query<[{ count: number }]>('select count(*)::int as count from outbox');
    return row.count;
  }

  /**
   * Waits until every event is published and handled by every group.
   * @throws Error with the backlog, if it stops shrinking.
   */
  async quiesce(groups: readonly string[]): Promise<void> {
    let left = 'an unknown backlog';
    const isQuiet = async () => {
      const [depth, stats] = [await this.outboxDepth(), await this.bus.stats()];
      const lags = groups.map((name) => stats.find(({ group }) => group === name)?.lag ?? Infinity);
      left = `${depth} events in the outbox, ${groups.map((name, at) => `${lags[at]} before ${name}`).join(', ')}`;
      return depth === 0 && lags.every((lag) => lag === 0);
    };
    let [before, changedMs] = [left, systemClock.monotonicMs()];
    while (!(await isQuiet().catch(() => false))) {
      if (left !== before) [before, changedMs] = [left, systemClock.monotonicMs()];
      if (systemClock.monotonicMs() - changedMs > STANDSTILL_MS)
        throw new Error(`No event was handled for ${STANDSTILL_MS} ms: ${left}`);
      await systemClock.sleep(POLL_MS);
    }
  }

  /** @throws Error naming the first write that is lost, partially stored or invented. */
  async checkDatabase(): Promise<void> {
    const { drives, writeLog } = this;
    const rows = await drives.query<StoredDrive[]>(
      `select d.import_key as key, d.id, d.rev, d.content_hash as "contentHash", d.title, r.path
         from drive d left join drive_route r on r.drive_id = d.id where d.import_key is not null`,
    );
    const stored = new Map(rows.map((row) => [row.key, row]));
    for (const key of writeLog.keys()) {
      const row = stored.get(key) ?? null;
      const fault = writeLog.faultOf(key, row) ?? (row && halfOf(row, writeLog.editOf(key, row.contentHash)));
      if (fault) throw new Error(fault);
    }
    const unknown = rows.find(({ key }) => !writeLog.keys().includes(key));
    if (unknown) throw new Error(`${unknown.key} was never written`);
  }

  /** Checks that each revision of a drive has exactly one event, in order, and that no other event exists. */
  async checkEvents(): Promise<void> {
    const states = new Map((await this.states()).map(({ id, rev }) => [id, rev]));
    const { witness } = this;
    for (const [id, rev] of states) {
      const expected = Array.from({ length: rev }, (_, index) => index + 1).join();
      const versions = witness.versionsOf(id).join();
      if (versions !== expected) throw new Error(`Drive ${id} is at revision ${rev}, its events came as ${versions}`);
    }
    const phantom = witness.ids().find((id) => !states.has(id));
    if (phantom !== undefined) throw new Error(`Events exist of ${phantom}, which does not exist`);
  }

  /**
   * Checks that the index shows each drive as the database has it, to every caller who may see it, and nothing else.
   */
  async checkIndex(): Promise<void> {
    const states = await this.states();
    await this.refresh();
    await checkIndexOf(this.index, states);
  }

  /** Checks that each event took effect once. */
  async checkTally(): Promise<void> {
    const rows = await this.tallies.query<{ subject: string; events: number }[]>('select * from tally');
    const tallied = new Map(rows.map(({ subject, events }) => [subject, events]));
    for (const { id, rev } of await this.states()) {
      if (tallied.get(id) !== rev) throw new Error(`Drive ${id} has ${rev} events, ${tallied.get(id)} took effect`);
      tallied.delete(id);
    }
    if (tallied.size > 0) throw new Error(`Effects of events that were never written: ${[...tallied.keys()].join()}`);
  }

  /** Runs all checks; waits for the groups to catch up before those on events. */
  async checkAll(groups: readonly string[]): Promise<void> {
    await this.checkDatabase();
    await this.quiesce(groups);
    await this.checkEvents();
    await this.checkIndex();
    if (groups.includes(TALLY_GROUP)) await this.checkTally();
  }

  /** Returns the states of all drives, including private ones. */
  async states(): Promise<DriveEvent[]> {
    const queries = new DrivesQueries(this.drives.getRepository(Drive), systemClock);
    const all: DriveEvent[] = [];
    let pageToken = '';
    do {
      const page = await queries.states(pageToken, STATES_AT_ONCE);
      all.push(...page.states);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    return all;
  }
}

interface StoredDrive {
  key: string;
  id: string;
  rev: number;
  contentHash: string;
  title: string;
  path: string | null;
}

/** Describes a write that was only partially stored; null if it is whole. */
function halfOf({ key, title, path }: StoredDrive, edit: number | null): string | null {
  if (edit === null) return `${key} has content that was never sent`;
  const draft = draftOf(key, edit);
  return title === draft.title && path === encodePolyline(draft.path) ? null : `${key} is half of edit ${edit}`;
}

/**
 * @throws Error naming the first drive that the index shows differently from `states`, or a caller who sees too many or
 * too few.
 */
export async function checkIndexOf(index: Pick<SearchIndex, 'search'>, states: readonly DriveEvent[]): Promise<void> {
  const documents = states.flatMap((state) => {
    const { id, document } = changeOf(state);
    return document ? [{ id, ...document }] : [];
  });
  const owners = new Set(documents.map(({ ownerId }) => ownerId).filter(Boolean));
  const callers: (Caller | null)[] = [null, ...[...owners].map((userId) => ({ userId, accountType: 'free' as const }))];
  for (const caller of callers) {
    const expected = documents.filter((document) => maySee(document, caller));
    const { hits, count } = await allHits(index, caller);
    const found = new Map(hits.map((hit) => [hit.id, hit]));
    const wrong = expected.find(({ id, hash, summary }) => {
      const hit = found.get(id);
      return hit?.hash !== hash || hit.summary !== summary;
    });
    const who = caller?.userId ?? 'a visitor';
    if (wrong) throw new Error(`The index shows ${who} for ${wrong.id}: ${found.get(wrong.id)?.summary}`);
    if (found.size !== expected.length || count !== expected.length)
      throw new Error(`The index shows ${found.size} drives to ${who} and counts ${count}, not ${expected.length}`);
  }
}

/** Reads page by page, since an engine may limit the size of a page. */
async function allHits(index: Pick<SearchIndex, 'search'>, caller: Caller | null) {
  const all: Hit[] = [];
  for (let after: Position | null = null; ;) {
    const query = { filters: noFilters(), caller, sort: 'created', after, limit: PAGE, have: [] } as const;
    const { hits, count } = await index.search({ ...query, includeCount: true });
    all.push(...hits);
    const last = hits.at(-1);
    if (!last || hits.length < PAGE) return { hits: all, count };
    after = { key: last.key, id: last.id };
  }
}
