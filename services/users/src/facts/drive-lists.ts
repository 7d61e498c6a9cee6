import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Driven, DrivenStats, Lists, SharedByMe } from '@switchback/proto/users/v1/user';
import { Repository } from 'typeorm';
import { DriveFact } from './drive-fact.entity.js';
import {
  allListsOf,
  drivenTotals,
  listedDrives,
  type ListedRow,
  type OwnRow,
  publishedDrives,
} from './drive-lists.sql.js';

type Listed = Pick<Lists, 'saved' | 'completed'>;

/** Lists of drives and statistics for profiles. Never reveals a drive that the viewer may not see. */
@Injectable()
export class DriveLists {
  constructor(@InjectRepository(DriveFact) private readonly facts: Repository<DriveFact>) {}

  /**
   * Returns every list of the caller, with the same contents as {@link listed} and its neighbors. Only Hero accounts
   * get the drives shared with them.
   * @param withDriven whether to include the figures of completed drives.
   */
  async ofCaller(caller: Caller, withDriven: boolean): Promise<{ lists: Lists; driven: Driven | null }> {
    const parts = { shared: caller.accountType !== 'free', driven: withDriven };
    const { listed, own, shared, driven } = await allListsOf(this.facts.manager, caller, parts);
    const lists = { ...listedOf(listed ?? []), ...ownOf(own ?? []), shared: shared ?? [] };
    return { lists, driven: driven?.[0] ?? null };
  }

  /** Returns the drives that a person saved and completed, most recently listed first. */
  async listed(userId: string, viewer: Caller | null): Promise<Listed> {
    return listedOf(await listedDrives(this.facts.manager, userId, viewer));
  }

  /** Returns a person's drives that everyone may see, newest first. */
  published(userId: string): Promise<string[]> {
    return publishedDrives(this.facts.manager, userId);
  }

  /** Returns the totals of the drives that a person completed. */
  driven(userId: string, viewer: Caller | null): Promise<DrivenStats> {
    return drivenTotals(this.facts.manager, userId, viewer);
  }
}

function listedOf(rows: readonly ListedRow[]): Listed {
  const of = (name: keyof Listed) => rows.find(({ list }) => list === name)?.ids ?? [];
  return { saved: of('saved'), completed: of('completed') };
}

function ownOf(rows: readonly OwnRow[]): Pick<Lists, 'private' | 'pending' | 'published' | 'sharing'> {
  const made = (test: (row: OwnRow) => boolean) => rows.filter(test).map(({ id }) => id);
  return {
    private: made(({ privacy }) => privacy === 'private'),
    pending: made(({ privacy, isPublic }) => privacy === 'public' && !isPublic),
    published: made(({ isPublic }) => isPublic),
    sharing: rows.flatMap(({ id, privacy, sharedWith: userIds }): SharedByMe[] =>
      privacy === 'private' && userIds.length > 0 ? [{ driveId: id, userIds }] : [],
    ),
  };
}
