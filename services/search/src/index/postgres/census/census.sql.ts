import { queryRows } from '@switchback/platform/db/sql';
import { z } from 'zod';
import { LABEL_FIELDS, type LabelField } from '../../filters.js';
import { type Sql, statementRows } from '../sql.js';
import { CENSUS_COLUMNS, type CensusRow, NUMBER_COLUMNS, type NumberColumn } from './drive-arrays.js';

const HEAD = z.strictObject({ revision: z.string(), generation: z.number(), count: z.string() });
const LABELS = z.array(z.union([z.string(), z.number()]));
const DRIVE = z.strictObject({
  number: z.number(),
  id: z.string().nullable(),
  is_public: orDeleted(z.boolean()),
  owner_id: orDeleted(z.string()),
  viewers: orDeleted(z.array(z.string())),
  ...columnsOf<NumberColumn, z.ZodNullable<z.ZodNumber>>(NUMBER_COLUMNS, z.number().nullable()),
  ...columnsOf<LabelField, typeof LABELS>(LABEL_FIELDS, orDeleted(LABELS)),
}) satisfies z.ZodType<CensusRow>;
/** A changed drive, or none; the head of the index in either case. */
export const CHANGE = DRIVE.extend({ revision: z.string(), generation: z.number(), number: z.number().nullable() });

/** Accepts null, which its type omits: the columns of a deleted drive are null. */
function orDeleted<Type extends z.ZodType>(type: Type): Type {
  return type.nullable() as unknown as Type;
}

function columnsOf<Name extends string, Type>(names: readonly Name[], type: Type): Record<Name, Type> {
  return Object.fromEntries(names.map((name) => [name, type])) as Record<Name, Type>;
}

/** Returns the current revision of the index, and the number of drives that it has ever had. */
export async function readHead(sql: Sql): Promise<z.infer<typeof HEAD> | undefined> {
  const statement = 'select revision, generation, (select count(*) from version) as count from head';
  const [head] = await queryRows(sql, HEAD, statement);
  return head;
}

/** Reads a page of all drives, by keyset pagination. */
export function drivesAfter(sql: Sql, id: string, limit: number): Promise<CensusRow[]> {
  return queryRows(
    sql,
    DRIVE,
    // The condition is repeated for both tables: otherwise a merge join would scan one of them from its start each time.
    `select v.number, ${CENSUS_COLUMNS} from drive d join version v on v.id = d.id
      where d.id > $1 and v.id > $1 order by d.id limit ${limit}`,
    [id],
  );
}

/** Returns the drives of the next revisions, with the head of the index in each row: at least one row. */
export function changesAfter(sql: Sql, revision: number, revisions: number): Promise<z.infer<typeof CHANGE>[]> {
  return statementRows(sql, CHANGE, {
    name: 'census changes',
    text: `select h.revision, h.generation, v.number, ${CENSUS_COLUMNS} from head h
      left join version v on v.revision > $1::bigint and v.revision <= $1::bigint + ${revisions}
      left join drive d on d.id = v.id`,
    values: [revision],
  });
}
