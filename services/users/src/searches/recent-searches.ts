import { Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import type { RecentSearch } from '@switchback/proto/users/v1/user';
import { DataSource } from 'typeorm';

const TYPES: ReadonlySet<string> = new Set(['drive', 'place', 'geoname', 'text']);

/** Stores people's most recent searches. Two searches of one type and value are the same, whatever their labels. */
@Injectable()
export class RecentSearches {
  constructor(private readonly source: DataSource) {}

  /** Newest first. */
  async list(userId: string): Promise<RecentSearch[]> {
    return this.source.query<RecentSearch[]>(
      'select type, label, value from recent_search where user_id = $1 order by position desc limit $2',
      [userId, LIMITS.recentSearchesMax],
    );
  }

  /** Makes the search the newest; deletes the oldest ones beyond the limit. */
  async add(userId: string, search: RecentSearch): Promise<void> {
    const { type, label, value } = requireSearch(search);
    await this.source.transaction(async (manager) => {
      const profile = await manager.query<unknown[]>('select id from profile where id = $1 for key share', [userId]);
      if (profile.length === 0) throw new ProductError('invalidSession');
      await manager.query(
        `insert into recent_search (user_id, type, value, label) values ($1, $2, $3, $4)
         on conflict (user_id, type, value) do update set label = excluded.label, position = default`,
        [userId, type, value, label],
      );
      await manager.query(
        `delete from recent_search where user_id = $1 and position <= (
           select position from recent_search where user_id = $1 order by position desc offset $2 limit 1)`,
        [userId, LIMITS.recentSearchesMax],
      );
    });
  }

  /** No-op if it does not exist. */
  async remove(userId: string, { type, value }: RecentSearch): Promise<void> {
    const statement = 'delete from recent_search where user_id = $1 and type = $2 and value = $3';
    await this.source.query(statement, [userId, type, value]);
  }
}

/** @throws ProductError `invalidInput` */
function requireSearch(search: RecentSearch): RecentSearch {
  const texts = [search.label, search.value];
  const isSound =
    TYPES.has(search.type) && texts.every((text) => text.length > 0 && [...text].length <= LIMITS.searchTextMax);
  if (!isSound) throw new ProductError('invalidInput', { message: 'There is no such search.' });
  return search;
}
