import { Injectable } from '@nestjs/common';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { NOTICE_KINDS, type NoticeKind } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type { Notice, NoticeSetting } from '@switchback/proto/users/v1/service';
import { DataSource, type EntityManager } from 'typeorm';

/** A notice for a person. */
export interface NewNotice {
  /** Derived from the cause, so that a repeated notice is stored once. */
  id: string;
  userId: string;
  kind: NoticeKind;
  subject: { type: string; id: string; title: string };
  at: Date;
}

/** Notices still to be mailed to a person. */
export interface Unmailed {
  accountType: 'free' | 'hero' | 'admin';
  /** Time of the last mail of notices; null before the first. */
  mailedAt: Date | null;
  /** Oldest first. */
  notices: NewNotice[];
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

/** Stores people's notices; keeps the last {@link LIMITS.noticesMax} of each person. */
@Injectable()
export class Notices {
  constructor(private readonly source: DataSource) {}

  /** @returns whether the notice still has to be mailed, also if it is repeated before that. */
  async store({ id, userId, kind, subject, at }: NewNotice): Promise<boolean> {
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

  /** @param ids all notices if empty. */
  async read(userId: string, ids: readonly string[]): Promise<{ notices: Notice[]; unread: number }> {
    await this.source.query(
      `update notice set read_at = now()
        where user_id = $1 and read_at is null and (cardinality($2::text[]) = 0 or id = any($2))`,
      [userId, ids],
    );
    return this.list(userId);
  }

  /** Changes the given settings. @returns one setting for each kind. */
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

  /** Returns undefined if there is nothing to mail. */
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
      id,
      userId,
      kind,
      at,
      subject: { type, id: subjectId, title },
    }));
    return { accountType: first.accountType, mailedAt: first.mailedAt, notices };
  }

  async noteMailed(userId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query('update profile set notices_mailed_at = $2 where id = $1', [userId, at]);
      await manager.query('update notice set mailed_at = $2 where id = any ($1)', [ids, at]);
    });
  }

  /** Returns a person's notices for their export, newest first. */
  ofPerson(userId: string): Promise<object[]> {
    return this.source.query<object[]>(`select ${COLUMNS} from notice where user_id = $1 order by at desc, id`, [
      userId,
    ]);
  }
}

function isKind(kind: string): kind is NoticeKind {
  return NOTICE_KINDS.some((known) => known === kind);
}

/** Both are on until the person turns one off. */
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
