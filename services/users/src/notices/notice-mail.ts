import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import type { Ids } from '@switchback/platform/ids';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import type { Mail, Mailer } from '@switchback/platform/mail/mail';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { IDS } from '@switchback/platform/nest/tokens';
import { z } from 'zod';
import { AUTH, type AuthPeer } from '../peers.js';
import { Notices, type Unmailed } from './notices.js';

export interface NoticeMailPayload {
  noticeId: string;
}

/** Mails one notice to whom it is for. Its key is the notice's id. */
export const NOTICE_MAIL_JOB: JobKind<NoticeMailPayload> = defineJob({
  name: 'users.notice-mail',
  payload: z.object({ noticeId: z.string().min(1).max(200) }),
});

export interface NoticePost {
  mailer: Mailer;
  product: string;
  publicUrl: string;
}

export const NOTICE_POST = Symbol('NoticePost');

type PostSettings = Parameters<typeof openMailer>[0] & Pick<Settings, 'PUBLIC_URL' | 'PRODUCT_NAME'>;

export async function openNoticePost(settings: PostSettings, clock: Pick<Clock, 'now'>): Promise<NoticePost> {
  const { PUBLIC_URL: publicUrl, PRODUCT_NAME: product } = settings;
  return { mailer: await openMailer(settings, clock), product, publicUrl };
}

@Controller()
export class NoticeMailWorker implements OnApplicationShutdown {
  constructor(
    @Inject(Notices) private readonly notices: Pick<Notices, 'unmailed' | 'noteMailed'>,
    @Inject(NOTICE_POST) private readonly post: NoticePost,
    @Inject(AUTH) private readonly auth: AuthPeer,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** The address is the auth service's, and the account's present one. */
  @WorksOn(NOTICE_MAIL_JOB)
  async send({ noticeId }: NoticeMailPayload): Promise<void> {
    const notice = await this.notices.unmailed(noticeId);
    if (!notice) return;
    const { userId, accountType } = notice;
    const { account } = await (
      await this.auth()
    ).getAccount({}, { requestId: this.ids.uuid(), caller: { userId, accountType } });
    if (account) await this.post.mailer.send({ to: account.email, ...mailOf(notice, this.post) });
    await this.notices.noteMailed(noticeId);
  }

  onApplicationShutdown(): Promise<void> {
    return this.post.mailer.close();
  }
}

const SUBJECTS: Record<NoticeKind, string> = {
  'drive-approved': 'Your drive is published',
  'changes-requested': 'Your drive needs a few changes',
  'report-settled': 'Your report was looked at',
  'suggestion-settled': 'Your suggestions were looked at',
  'drive-shared': 'A drive was shared with you',
};

function mailOf({ id, kind, subject }: Unmailed, { product, publicUrl }: NoticePost): Omit<Mail, 'to'> {
  const title = subject.title || 'Your drive';
  const words: Record<NoticeKind, string> = {
    'drive-approved': `${title} is published: everybody can find it now.\n\n${publicUrl}/drive-details/${subject.id}`,
    'changes-requested': `Our staff looked at ${title} and ask for a few changes.\nOpen it to read them, edit the drive and submit it again.\n\n${publicUrl}/create/${subject.id}`,
    'drive-shared': `Somebody shared their private drive ${title} with you.\n\n${publicUrl}/drive-details/${subject.id}`,
    'report-settled': 'Our staff looked at what you reported and acted by our guidelines. Thank you.',
    'suggestion-settled': `Our staff looked at the edits you suggested to ${title}. Thank you.\n\n${publicUrl}/drive-details/${subject.id}`,
  };
  const footer = `You can turn these mails off: ${publicUrl}/settings`;
  return { id: id.slice(0, 64), subject: `${SUBJECTS[kind]} - ${product}`, text: `${words[kind]}\n\n-- \n${footer}\n` };
}
