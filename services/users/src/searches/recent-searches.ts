import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import type { RecentSearch as RecentSearchMessage } from '@switchback/proto/users/v1/user';
import { Repository } from 'typeorm';
import { lockProfile } from '../profiles/profiles.sql.js';
import { RecentSearch } from './recent-search.entity.js';
import { deleteOldSearches, upsertSearch } from './recent-searches.sql.js';

const TYPES: ReadonlySet<string> = new Set(['drive', 'place', 'geoname', 'text']);

/** Stores people's most recent searches. Two searches of one type and value are the same, whatever their labels. */
@Injectable()
export class RecentSearches {
  constructor(@InjectRepository(RecentSearch) private readonly searches: Repository<RecentSearch>) {}

  /** Newest first. */
  async list(userId: string): Promise<RecentSearchMessage[]> {
    const searches = await this.searches.find({
      where: { userId },
      order: { position: 'DESC' },
      take: LIMITS.recentSearchesMax,
    });
    return searches.map(({ type, label, value }) => ({ type, label, value }));
  }

  /** Makes the search the newest; deletes the oldest ones beyond the limit. */
  async add(userId: string, search: RecentSearchMessage): Promise<void> {
    const sound = requireSearch(search);
    await this.searches.manager.transaction(async (manager) => {
      if (!(await lockProfile(manager, userId, 'key share'))) throw new ProductError('invalidSession');
      await upsertSearch(manager, userId, sound);
      await deleteOldSearches(manager, userId);
    });
  }

  /** No-op if it does not exist. */
  async remove(userId: string, { type, value }: RecentSearchMessage): Promise<void> {
    await this.searches.delete({ userId, type, value });
  }
}

/** @throws ProductError `invalidInput` */
function requireSearch(search: RecentSearchMessage): RecentSearchMessage {
  const texts = [search.label, search.value];
  const isSound =
    TYPES.has(search.type) && texts.every((text) => text.length > 0 && [...text].length <= LIMITS.searchTextMax);
  if (!isSound) throw new ProductError('invalidInput', { message: 'There is no such search.' });
  return search;
}
