import { CLAIM_MINUTES, DUE_HOURS, type ModerationKind } from '@switchback/contracts/rules/moderation';
import { bothColumns, type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import { Item } from './item.entity.js';

const CREATED = z.strictObject({ createdAt: z.date() });
const DECIDED = z.strictObject({ decidedAt: z.date() });
const ITEM_ID = z.strictObject({ id: z.string() });

/** An item with its claimer, unless the claim has ended. */
export type ItemRow = Omit<Item, 'claimedUntil' | 'decidingSince' | 'mailedAt'> & { claimedBy: string | null };

export interface NewItem extends Pick<
  Item,
  'id' | 'kind' | 'ownerId' | 'reasons' | 'body' | 'sender' | 'facts' | 'factsBefore'
> {
  subject: { type: string; id: string; title: string };
  rev?: number;
  /** Null for now, by the database's clock. */
  createdAt: Date | null;
}

type Lock = '' | 'for update';

/** Uses the database's time: two processes with different clocks see a claim end at the same moment. */
export function itemColumns(source: DataSource): ColumnList<ItemRow> {
  const claimedBy: ColumnList<{ claimedBy: string | null }> =
    'case when claimed_until > clock_timestamp() then claimed_by end as "claimedBy"';
  return bothColumns(entityColumns(source, Item, 'item', ['claimedUntil', 'decidingSince', 'mailedAt']), claimedBy);
}

/** @returns the time of creation; undefined if the item already exists. */
export async function insertItem(connection: SqlConnection, item: NewItem): Promise<Date | undefined> {
  const { id, kind, subject, ownerId, reasons, body, sender, facts, factsBefore, rev = null, createdAt } = item;
  const subjectColumns = [subject.type, subject.id, subject.title];
  const contentColumns = [ownerId, reasons, body, sender, facts, factsBefore];
  const [added] = await queryRows(
    connection,
    CREATED,
    `insert into item (id, kind, subject_type, subject_id, subject_title, owner_id, reasons, body, sender, facts,
                       facts_before, created_at, due_at, rev)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce($12::timestamptz, now()),
             coalesce($12::timestamptz, now()) + make_interval(hours => $13), $14)
     on conflict do nothing returning created_at as "createdAt"`,
    [id, kind, ...subjectColumns, ...contentColumns, createdAt, DUE_HOURS[kind], rev],
  );
  return added?.createdAt;
}

export async function findItem(manager: EntityManager, id: string, lock: Lock = ''): Promise<ItemRow | undefined> {
  const [item] = await readItems(manager, `where id = $1 ${lock}`, [id]);
  return item;
}

/** Returns the undecided item of a subject; undefined if there is none. */
export async function findUndecided(
  manager: EntityManager,
  kind: string,
  subjectId: string,
  lock: Lock = '',
): Promise<ItemRow | undefined> {
  const rest = `where kind = $1 and subject_id = $2 and decided_at is null ${lock}`;
  const [item] = await readItems(manager, rest, [kind, subjectId]);
  return item;
}

/** Locks the other undecided items of a kind about the same subject. */
export function lockAlike(manager: EntityManager, item: ItemRow, max: number): Promise<ItemRow[]> {
  return readItems(
    manager,
    `where kind = $1 and subject_type = $2 and subject_id = $3 and id <> $4 and decided_at is null
      order by id limit $5 for update`,
    [item.kind, item.subjectType, item.subjectId, item.id, max],
  );
}

/** Returns items whose decision was recorded that long ago and not carried out. */
export function unfinishedItems(manager: EntityManager, olderThanSeconds: number, max: number): Promise<ItemRow[]> {
  return readItems(
    manager,
    `where deciding is not null and deciding_since < clock_timestamp() - make_interval(secs => $1)
      order by deciding_since limit $2`,
    [olderThanSeconds, max],
  );
}

/** @param rest clauses that follow `from item`. */
function readItems(manager: EntityManager, rest: string, parameters: unknown[]): Promise<ItemRow[]> {
  const columns = itemColumns(manager.dataSource);
  return entityRows(manager, columns, `select ${columns} from item ${rest}`, parameters);
}

/** The facts that a claimer saw first stay the baseline of changes until another person claims the item. */
export async function claimItem(connection: SqlConnection, id: string, userId: string): Promise<void> {
  await connection.query(
    `update item set claimed_by = $2, claimed_until = clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES}),
            claimed_rev = rev, facts_seen = case when claimed_by = $2 then coalesce(facts_seen, facts) else facts end
      where id = $1`,
    [id, userId],
  );
}

/** Ends a person's claim, whose facts stay the baseline of changes. @returns whether they had claimed the item. */
export async function endClaim(connection: SqlConnection, id: string, userId: string): Promise<boolean> {
  const ended = await queryRows(
    connection,
    ITEM_ID,
    `update item set claimed_until = clock_timestamp()
      where id = $1 and claimed_by = $2 and claimed_until > clock_timestamp() and decided_at is null returning id`,
    [id, userId],
  );
  return ended.length > 0;
}

/**
 * @param at null for now, by the database's clock.
 * @returns the time of the decision; undefined if the item is already decided.
 */
export async function settleItem(
  connection: SqlConnection,
  id: string,
  decision: string,
  at: Date | null,
): Promise<Date | undefined> {
  const [settled] = await queryRows(
    connection,
    DECIDED,
    `update item set decision = $2, decided_at = coalesce($3, clock_timestamp()), claimed_by = null,
            claimed_until = null, facts_seen = null, deciding = null, deciding_since = null
      where id = $1 and decided_at is null returning decided_at as "decidedAt"`,
    [id, decision, at],
  );
  return settled?.decidedAt;
}

/** @returns the ids of the withdrawn items. */
export async function withdrawItems(
  connection: SqlConnection,
  kind: ModerationKind,
  subjectId: string,
  at: Date,
): Promise<string[]> {
  const withdrawn = await queryRows(
    connection,
    ITEM_ID,
    `update item set decision = 'withdrawn', decided_at = $3, claimed_by = null, claimed_until = null, facts_seen = null
      where kind = $1 and subject_id = $2 and decided_at is null returning id`,
    [kind, subjectId, at],
  );
  return withdrawn.map(({ id }) => id);
}

/** Deletes messages to the staff that are older than that many days, up to a maximum number. */
export async function deleteOldMessages(connection: SqlConnection, days: number, max: number): Promise<void> {
  await connection.query(
    `delete from item where id in (
       select id from item where kind = 'contact' and created_at < now() - make_interval(days => $1) limit $2)`,
    [days, max],
  );
}
