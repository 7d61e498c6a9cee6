import { Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { NOTICE_KINDS, type NoticeKind } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Notice, NoticeSetting } from '@switchback/proto/users/v1/service';
import { DataSource, type EntityManager } from 'typeorm';

/** What somebody is told of. */
export interface Told {
  /** Of what brought it about: the same twice is told once. */
  id: string;
  userId: string;
  kind: NoticeKind;
  subject: { type: string; id: string; title: string };
  at: Date;
}

/** What is still to be mailed to somebody. */
export interface Unmailed {
  accountType: 'free' | 'hero' | 'admin';
  /** When the last mail of notices went; null before the first. */
  mailedAt: Date | null;
  /** The oldest first. */
  notices: Told[];
}

interface Row {
  id: string;
  kind: NoticeKind;
  at: Date;
  readAt: Date | null;
  subjectType: string;
  subjectId: string;
  subjectTitle: string;
}

const COLUMNS = `id, kind, at, read_at as "readAt", subject_type as "subjectType", subject_id as "subjectId",
  subject_title as "subjectTitle"`;

/** What people are told of what became of theirs; the last {@link LIMITS.noticesMax} of each are kept. */
@Injectable()
export class Notices {
  constructor(private readonly source: DataSource) {}

  /** @returns whether it is to be mailed; also when it comes again before it was. */
  async tell({ id, userId, kind, subject, at }: Told): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      const profile = await manager.query<unknown[]>('select from profile where id = $1 for key share', [userId]);
      if (profile.length === 0) return false;
      const { mail, notice } = await settingOf(manager, userId, kind);
      if (!mail && !notice) return false;
      await manager.query(
        `insert into notice (id, user_id, kind, subject_type, subject_id, subject_title, at, in_list, mailed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
        [id, userId, kind, subject.type, subject.id, subject.title, at, notice, mail ? null : at],
      );
      await manager.query(
        `delete from notice where user_id = $1 and id not in (
           select id from notice where user_id = $1 order by at desc, id limit ${LIMITS.noticesMax})`,
        [userId],
      );
      const waiting = await manager.query<unknown[]>('select from notice where id = $1 and mailed_at is null', [id]);
      return waiting.length > 0;
    });
  }

  async list(userId: string): Promise<{ notices: Notice[]; unread: number }> {
    const rows = await this.source.query<Row[]>(
      `select ${COLUMNS} from notice where user_id = $1 and in_list order by at desc, id limit ${LIMITS.noticesMax}`,
      [userId],
    );
    return { notices: rows.map(toNotice), unread: rows.filter(({ readAt }) => readAt === null).length };
  }

  /** @param ids all of them when there are none. */
  async read(userId: string, ids: readonly string[]): Promise<{ notices: Notice[]; unread: number }> {
    await this.source.query(
      `update notice set read_at = now()
        where user_id = $1 and read_at is null and (cardinality($2::text[]) = 0 or id = any($2))`,
      [userId, ids],
    );
    return this.list(userId);
  }

  /** What is named is changed; @returns one setting for each kind. */
  async saveSettings(userId: string, changes: readonly NoticeSetting[]): Promise<NoticeSetting[]> {
    return this.source.transaction(async (manager) => {
      const profile = await manager.query<unknown[]>('select from profile where id = $1 for update', [userId]);
      if (profile.length === 0) throw new ProductError('userNotFound');
      for (const { kind, mail, notice } of changes) {
        if (!isKind(kind)) continue;
        const present = await settingOf(manager, userId, kind);
        await manager.query(
          `insert into notice_setting (user_id, kind, mail, notice) values ($1, $2, $3, $4)
           on conflict (user_id, kind) do update set mail = excluded.mail, notice = excluded.notice`,
          [userId, kind, mail ?? present.mail, notice ?? present.notice],
        );
      }
      const settings: NoticeSetting[] = [];
      for (const kind of NOTICE_KINDS) settings.push({ kind, ...(await settingOf(manager, userId, kind)) });
      return settings;
    });
  }

  /** Undefined when nothing is to be mailed. */
  async unmailed(userId: string): Promise<Unmailed | undefined> {
    const rows = await this.source.query<(Row & Omit<Unmailed, 'notices'>)[]>(
      `select notice.id, kind, at, subject_type as "subjectType", subject_id as "subjectId",
              subject_title as "subjectTitle", profile.account_type as "accountType",
              profile.notices_mailed_at as "mailedAt"
         from notice join profile on profile.id = user_id where user_id = $1 and mailed_at is null
        order by at, notice.id`,
      [userId],
    );
    const [first] = rows;
    if (!first) return undefined;
    const notices = rows.map(({ id, kind, at, subjectType: type, subjectId, subjectTitle: title }) => ({
      ...{ id, userId, kind, at, subject: { type, id: subjectId, title } },
    }));
    return { accountType: first.accountType, mailedAt: first.mailedAt, notices };
  }

  async noteMailed(userId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query('update profile set notices_mailed_at = $2 where id = $1', [userId, at]);
      await manager.query('update notice set mailed_at = $2 where id = any ($1)', [ids, at]);
    });
  }

  /** For the export of a person, the newest first. */
  ofPerson(userId: string): Promise<object[]> {
    return this.source.query<object[]>(`select ${COLUMNS} from notice where user_id = $1 order by at desc, id`, [
      userId,
    ]);
  }
}

function isKind(kind: string): kind is NoticeKind {
  return NOTICE_KINDS.some((known) => known === kind);
}

/** Both on until somebody turns one off. */
async function settingOf(
  manager: EntityManager,
  userId: string,
  kind: NoticeKind,
): Promise<{ mail: boolean; notice: boolean }> {
  const [setting] = await manager.query<{ mail: boolean; notice: boolean }[]>(
    'select mail, notice from notice_setting where user_id = $1 and kind = $2',
    [userId, kind],
  );
  return setting ?? { mail: true, notice: true };
}

function toNotice({ id, kind, at, readAt, subjectType, subjectId, subjectTitle }: Row): Notice {
  return { id, kind, at: at.toISOString(), read: readAt !== null, subjectType, subjectId, subjectTitle };
}
