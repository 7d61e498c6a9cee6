import { ACCOUNT_TYPES } from '@switchback/contracts/rules/accounts';
import { bothColumns, type ColumnList, entityColumns, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { Profile } from './profiles/profile.entity.js';
import type { SummaryFacts } from './profiles/user.mapper.js';

/** A profile with its username. The next release may store further keys of hidden parts. */
export interface NamedProfile extends Omit<Profile, 'name' | 'hidden'> {
  hidden: string[];
  username: string;
}

const SUMMARY = z.strictObject({
  id: z.string(),
  username: z.string(),
  avatarId: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
}) satisfies z.ZodType<SummaryFacts>;

const USERNAME: ColumnList<{ username: string }> = 'u.username';
const SUMMARY_COLUMNS = 'p.id, u.username, p.avatar_id as "avatarId", p.account_type as "accountType"';

export async function findProfile(manager: EntityManager, id: string): Promise<NamedProfile | undefined> {
  const columns = bothColumns(entityColumns(manager.dataSource, Profile, 'p'), USERNAME);
  const [profile] = await entityRows(
    manager,
    columns,
    `select ${columns} from profile p join username u on u.user_id = p.id where p.id = $1`,
    [id],
  );
  return profile;
}

/** Returns those of the people who exist and are not suspended. */
export function summariesOf(connection: SqlConnection, ids: readonly string[]): Promise<SummaryFacts[]> {
  return queryRows(
    connection,
    SUMMARY,
    `select ${SUMMARY_COLUMNS} from profile p join username u on u.user_id = p.id where p.id = any ($1) and p.enabled`,
    [ids],
  );
}

interface NamePrefix {
  /** Start of a key of a username: see `usernameKey`. */
  key: string;
  accountTypes: readonly string[];
  limit: number;
}

/** Returns people whose username starts with the key, shortest first, without suspended people. */
export function summariesByPrefix(
  connection: SqlConnection,
  { key, accountTypes, limit }: NamePrefix,
): Promise<SummaryFacts[]> {
  return queryRows(
    connection,
    SUMMARY,
    `select ${SUMMARY_COLUMNS} from username u join profile p on p.id = u.user_id
      where u.key like $1 and p.enabled and p.account_type = any ($2) order by length(u.key), u.key limit $3`,
    [`${key.replace(/[\\%_]/g, '\\$&')}%`, accountTypes, limit],
  );
}
