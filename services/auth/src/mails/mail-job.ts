import { defineJob, type JobHandler, type JobKind } from '@switchback/platform/jobs/jobs';
import { type Mailer, MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { PendingMail } from '../auth.entities.js';
import type { Letters } from './letters.js';

export interface MailPayload {
  mailId: string;
}

/** Writes and sends one mail. Its key is the mail's id: it never has two jobs at a time. */
export const MAIL_JOB: JobKind<MailPayload> = defineJob({
  name: 'auth.mail',
  payload: z.object({ mailId: z.string().min(1).max(64) }),
});
export const MAIL_CONCURRENCY = 4;

export interface MailJobParts {
  source: DataSource;
  letters: Pick<Letters, 'write'>;
  mailer: Pick<Mailer, 'send'>;
  /** Told of mails that were given up, or may not have arrived. */
  onLost: (error: unknown) => void;
}

/**
 * Sends a mail at most once. It is claimed and written, with a code of its own, in one transaction, and only then handed
 * over; where it was surely refused the claim is given back and the job fails, so that it is tried again. Where nobody
 * knows, or the process dies meanwhile, it stays claimed: asking again is less trouble than two links of which one works.
 */
export function mailHandler({ source, letters, mailer, onLost }: MailJobParts): JobHandler<MailPayload> {
  return async ({ mailId }) => {
    const claimed = await source.transaction(async (manager) => {
      const [pending] = await manager.query<Pick<PendingMail, 'id' | 'kind' | 'address' | 'userId'>[]>(
        `with claimed as (
           update mail set claimed_at = now() where id = $1 and claimed_at is null and expires_at > now() returning *
         ) select id, kind, address, user_id as "userId" from claimed`,
        [mailId],
      );
      return pending && { letter: await letters.write(manager, pending) };
    });
    // Another attempt has it, and gives it back if it was refused; or nobody waits for it any more.
    if (!claimed) return;
    try {
      if (claimed.letter) await mailer.send({ ...claimed.letter, id: mailId });
    } catch (error) {
      const isFinal = error instanceof MailUncertain || (error instanceof MailRefused && error.isFinal);
      if (!isFinal) {
        await source.query('update mail set claimed_at = null where id = $1', [mailId]);
        throw error;
      }
      onLost(error);
    }
    await source.query('delete from mail where id = $1', [mailId]);
  };
}
