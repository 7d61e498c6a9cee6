import { Controller, Inject } from '@nestjs/common';
import { notices, noticeSettings, readNotices } from '@switchback/contracts/endpoints/notices';
import { NOTICE_KINDS, type NoticeKind } from '@switchback/contracts/rules/moderation';
import { word } from '@switchback/platform/wire/values';
import type { GetNoticesResponse, NoticeSetting } from '@switchback/proto/users/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Notices about a person's own content. */
@Controller()
export class NoticesController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(notices)
  async notices({ call }: InputOf<typeof notices>) {
    return toList(await this.clients.users.getNotices({}, call));
  }

  @Answers(readNotices)
  async read({ body: { ids }, call }: InputOf<typeof readNotices>) {
    return toList(await this.clients.users.readNotices({ ids: ids ?? [] }, call));
  }

  @Answers(noticeSettings)
  async settings({ body, call }: InputOf<typeof noticeSettings>) {
    const changes = Object.entries(body.settings ?? {}).map(([kind, channels]): NoticeSetting => {
      return { kind, mail: channels?.mail, notice: channels?.notice };
    });
    const { settings } = await this.clients.users.saveNoticeSettings({ settings: changes }, call);
    const all = settings.map(({ kind, mail = true, notice = true }) => [kind, { mail, notice }] as const);
    return { settings: Object.fromEntries(all) as Record<NoticeKind, { mail: boolean; notice: boolean }> };
  }
}

function toList({ notices, unread }: GetNoticesResponse) {
  return {
    notices: notices.map(
      ({ id, kind, at, read, subjectType: type, subjectId, subjectTitle: title, actor, corrected }) => ({
        id,
        kind: word(NOTICE_KINDS, kind),
        at,
        read,
        subject: { type, id: subjectId, title },
        by: actor || null,
        corrected,
      }),
    ),
    unread,
  };
}
