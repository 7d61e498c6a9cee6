import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { correctionText } from '@switchback/contracts/rules/authoring';
import { COLLECTION_PAGE } from '@switchback/contracts/rules/collections';
import type { NoticeKind } from '@switchback/contracts/rules/moderation';
import type { Clock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import type { Ids } from '@switchback/platform/ids';
import { defineJob, type JobKind, type Jobs } from '@switchback/platform/jobs/jobs';
import type { Mail, Mailer } from '@switchback/platform/mail/mail';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { CLOCK, IDS, JOBS } from '@switchback/platform/nest/tokens';
import { z } from 'zod';
import { AUTH, type AuthPeer } from '../peers.js';
import type { ReadNotice } from './notice.entity.js';
import { Notices } from './notices.js';

const DAY_MS = 86_400_000;
/** Tolerates differences between the clocks of several machines. */
const SOON_MS = 60_000;

export interface NoticeMailPayload {
  userId: string;
}

/** Mails a person the notices not mailed yet: the first at once, any that follow within a day together. */
export const NOTICE_MAIL_JOB: JobKind<NoticeMailPayload> = defineJob({
  name: 'users.notice-mail',
  payload: z.object({ userId: z.string().min(1).max(200) }),
});

export interface NoticePost {
  mailer: Mailer;
  product: string;
  publicUrl: string;
}

export const NOTICE_POST = Symbol('NoticePost');

type PostSettings = Parameters<typeof openMailer>[0] & Pick<Settings, 'PUBLIC_URL' | 'PRODUCT_NAME'>;

export async function openNoticePost(
  settings: PostSettings,
  host: Parameters<typeof openMailer>[1],
): Promise<NoticePost> {
  const { PUBLIC_URL: publicUrl, PRODUCT_NAME: product } = settings;
  return { mailer: await openMailer(settings, host), product, publicUrl };
}

@Controller()
export class NoticeMailWorker implements OnApplicationShutdown {
  constructor(
    @Inject(Notices) private readonly notices: Pick<Notices, 'unmailed' | 'noteMailed'>,
    @Inject(NOTICE_POST) private readonly post: NoticePost,
    @Inject(AUTH) private readonly auth: AuthPeer,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  /** Asks the auth service for the account's current address. */
  @WorksOn(NOTICE_MAIL_JOB)
  async send({ userId }: NoticeMailPayload): Promise<void> {
    const unmailed = await this.notices.unmailed(userId);
    if (!unmailed) return;
    const { accountType, mailedAt, notices } = unmailed;
    const now = this.clock.now();
    const delayMs = mailedAt === null ? 0 : mailedAt.getTime() + DAY_MS - now.getTime();
    if (delayMs > SOON_MS) {
      await this.jobs.enqueue(NOTICE_MAIL_JOB, { userId }, { key: `${userId}-later`, delayMs });
      return;
    }
    const { account } = await (
      await this.auth()
    ).getAccount({}, { requestId: this.ids.uuid(), caller: { userId, accountType } });
    if (account) await this.post.mailer.send({ to: account.email, ...mailOf(notices, this.post) });
    await this.notices.noteMailed(
      userId,
      notices.map(({ id }) => id),
      now,
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.post.mailer.close();
  }
}

const SUBJECTS: Record<NoticeKind, string> = {
  'drive-approved': 'Your drive is published',
  'changes-requested': 'Your drive needs a few changes',
  'report-settled': 'Your report was reviewed',
  'suggestion-settled': 'Your suggestions were reviewed',
  'drive-shared': 'A drive was shared with you',
  'collection-shared': 'A collection was shared with you',
  'collection-approved': 'Your collection is published',
  'collection-changes-requested': 'Your collection needs a few changes',
  'review-helpful': 'Your review helped someone',
};

function mailOf(notices: readonly ReadNotice[], post: NoticePost): Omit<Mail, 'to'> {
  const { product, publicUrl } = post;
  const first = notices[0]!;
  const subject = notices.length === 1 ? SUBJECTS[first.kind] : `${notices.length} notices for you`;
  const text = notices.map((notice) => wordsOf(notice, post)).join('\n\n');
  const footer = `Turn these emails off in your settings: ${publicUrl}/settings?tab=notices`;
  return { id: first.id.slice(0, 64), subject: `${subject} - ${product}`, text: `${text}\n\n-- \n${footer}\n` };
}

function wordsOf({ kind, subject, corrected = [], actor }: ReadNotice, { publicUrl }: NoticePost): string {
  const title = subject.title || 'Untitled drive';
  const by = actor || 'Someone';
  const drive = `${publicUrl}/drive-details/${subject.id}`;
  const collection = `${publicUrl}${COLLECTION_PAGE}/${subject.id}`;
  const words: Record<NoticeKind, string> = {
    'drive-approved': `${title} is published${correctionText(corrected)}: everyone can find it now.\n\n${drive}`,
    'changes-requested': `Our staff reviewed ${title} and requested a few changes.\nOpen the drive to see them, edit it and submit it again.\n\n${publicUrl}/create/${subject.id}`,
    'drive-shared': `${by} shared the private drive ${title} with you.\n\n${drive}`,
    'collection-shared': `${by} shared the ${subject.type} ${title} with you.\n\n${collection}`,
    'collection-approved': `${title} is published: everyone can find it now.\n\n${collection}`,
    'collection-changes-requested': `A reviewer looked at ${title} and asked for a few changes.\nOpen the collection to see them, make them and ask again.\n\n${collection}`,
    'report-settled': 'Our staff reviewed your report under our guidelines. Thank you.',
    'suggestion-settled': `Our staff reviewed the edits you suggested to ${title}. Thank you.\n\n${drive}`,
    'review-helpful': `Someone found your review of ${title} helpful.\n\n${drive}`,
  };
  return words[kind];
}
