import { Controller, Inject, type OnApplicationShutdown } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Settings } from '@switchback/platform/config/settings';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import type { Mailer } from '@switchback/platform/mail/mail';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { IsNull, Repository } from 'typeorm';
import { z } from 'zod';
import { Item } from './item.entity.js';

export interface AnswerPayload {
  itemId: string;
  answer: string;
}

/** Mails the staff's answer to the author of a message. The job's key is the item's ID. */
export const ANSWER_JOB: JobKind<AnswerPayload> = defineJob({
  name: 'moderation.answer-mail',
  payload: z.object({ itemId: z.string().min(1).max(80), answer: z.string().min(1).max(LIMITS.decisionNoteMax) }),
});

export interface AnswerPost {
  mailer: Mailer;
  product: string;
}

export const ANSWER_POST = Symbol('AnswerPost');

type PostSettings = Parameters<typeof openMailer>[0] & Pick<Settings, 'PRODUCT_NAME'>;

export async function openAnswerPost(
  settings: PostSettings,
  host: Parameters<typeof openMailer>[1],
): Promise<AnswerPost> {
  return { mailer: await openMailer(settings, host), product: settings.PRODUCT_NAME };
}

@Controller()
export class AnswerMailWorker implements OnApplicationShutdown {
  constructor(
    @InjectRepository(Item) private readonly items: Repository<Item>,
    @Inject(ANSWER_POST) private readonly post: AnswerPost,
  ) {}

  /** A mail that may already have been sent is sent again with the same message ID, which mailboxes show once. */
  @WorksOn(ANSWER_JOB)
  async send({ itemId, answer }: AnswerPayload): Promise<void> {
    const item = await this.items.findOneBy({ id: itemId, mailedAt: IsNull() });
    if (!item?.sender) return;
    const { mailer, product } = this.post;
    const quoted = item.body.split('\n').map((line) => `> ${line}`);
    await mailer.send({
      id: itemId.slice(0, 64),
      to: item.sender.email,
      subject: `Re: your message - ${product}`,
      text: `${answer}\n\nYou wrote:\n${quoted.join('\n')}\n`,
    });
    await this.items.update({ id: itemId }, { mailedAt: () => 'now()' });
  }

  onApplicationShutdown(): Promise<void> {
    return this.post.mailer.close();
  }
}
