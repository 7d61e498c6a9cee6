import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { AccountType } from '@switchback/contracts/rules/accounts';
import { NOTICE_KINDS, type NoticeKind } from '@switchback/contracts/rules/moderation';
import { ProductError } from '@switchback/platform/errors';
import type {
  GetNoticesResponse,
  Notice as NoticeMessage,
  NoticeSetting as NoticeSettingMessage,
} from '@switchback/proto/users/v1/service';
import { type EntityManager, In, IsNull, Repository } from 'typeorm';
import { Profile } from '../profiles/profile.entity.js';
import { lockProfile } from '../profiles/profiles.sql.js';
import { type NewNotice, Notice, NoticeSetting, type ReadNotice } from './notice.entity.js';
import {
  deleteOldNotices,
  insertNotice,
  type ListedNotice,
  listedNotices,
  noticesOf,
  unmailedNotices,
  upsertSetting,
} from './notices.sql.js';

/** Notices still to be mailed to a person. */
export interface Unmailed {
  accountType: AccountType;
  /** Time of the last mail of notices; null before the first. */
  mailedAt: Date | null;
  /** Oldest first. */
  notices: ReadNotice[];
}

/** Stores people's notices; each person has only the newest ones, up to a limit. */
@Injectable()
export class Notices {
  constructor(@InjectRepository(Notice) private readonly notices: Repository<Notice>) {}

  /** @returns whether the notice still has to be mailed, also if it is repeated before that. */
  async store(notice: NewNotice): Promise<boolean> {
    const { id, userId, kind, at } = notice;
    return this.notices.manager.transaction(async (manager) => {
      if (!(await lockProfile(manager, userId, 'key share'))) return false;
      const setting = await settingOf(manager, userId, kind);
      if (!setting.mail && !setting.notice) return false;
      await insertNotice(manager, { ...notice, inList: setting.notice, mailedAt: setting.mail ? null : at });
      await deleteOldNotices(manager, userId);
      return manager.existsBy(Notice, { id, mailedAt: IsNull() });
    });
  }

  /** Newest first. */
  async list(userId: string): Promise<GetNoticesResponse> {
    const listed = await listedNotices(this.notices.manager, userId);
    return { notices: listed.map(toMessage), unread: listed.filter(({ readAt }) => readAt === null).length };
  }

  /** Marks notices as read. @param ids all notices if empty. */
  async read(userId: string, ids: readonly string[]): Promise<GetNoticesResponse> {
    const unread = { userId, readAt: IsNull(), ...(ids.length > 0 && { id: In(ids) }) };
    await this.notices.update(unread, { readAt: () => 'now()' });
    return this.list(userId);
  }

  /** Changes the given settings. @returns one setting for each kind. */
  async saveSettings(userId: string, changes: readonly NoticeSettingMessage[]): Promise<NoticeSettingMessage[]> {
    return this.notices.manager.transaction(async (manager) => {
      if (!(await lockProfile(manager, userId, 'update'))) throw new ProductError('userNotFound');
      for (const { kind, mail, notice } of changes) {
        if (!isKind(kind)) continue;
        const current = await settingOf(manager, userId, kind);
        const setting = { userId, kind, mail: mail ?? current.mail, notice: notice ?? current.notice };
        await upsertSetting(manager, setting);
      }
      const settings: NoticeSettingMessage[] = [];
      for (const kind of NOTICE_KINDS) settings.push({ kind, ...(await settingOf(manager, userId, kind)) });
      return settings;
    });
  }

  /** Returns undefined if there is nothing to mail. */
  async unmailed(userId: string): Promise<Unmailed | undefined> {
    const unmailed = await unmailedNotices(this.notices.manager, userId);
    const [first] = unmailed;
    if (!first) return undefined;
    const notices = unmailed.map(({ id, kind, at, corrected, actor, ...subject }) => ({
      id,
      userId,
      kind,
      at,
      subject: { type: subject.subjectType, id: subject.subjectId, title: subject.subjectTitle },
      corrected,
      actor: actor ?? '',
    }));
    return { accountType: first.accountType, mailedAt: first.lastMailedAt, notices };
  }

  async noteMailed(userId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.notices.manager.transaction(async (manager) => {
      await manager.update(Profile, { id: userId }, { noticesMailedAt: at });
      await manager.update(Notice, { id: In(ids) }, { mailedAt: at });
    });
  }

  /** Returns a person's notices for their export, newest first. */
  ofPerson(userId: string): Promise<object[]> {
    return noticesOf(this.notices.manager, userId);
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
): Promise<Pick<NoticeSetting, 'mail' | 'notice'>> {
  const { mail, notice } = (await manager.findOneBy(NoticeSetting, { userId, kind })) ?? { mail: true, notice: true };
  return { mail, notice };
}

function toMessage({ at, readAt, actor, ...notice }: ListedNotice): NoticeMessage {
  return { ...notice, at: at.toISOString(), read: readAt !== null, actor: actor ?? '' };
}
