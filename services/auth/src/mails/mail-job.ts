import { defineJob, type JobHandler, type JobKind } from '@switchback/platform/jobs/jobs';
import { type Mailer, MailRefused, MailUncertain } from '@switchback/platform/mail/mail';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { PendingMail } from '../auth.entities.js';
import type { AuthLimits, GiveBack } from '../auth-limits.js';
import type { Letter, Letters } from './letters.js';
import { MAIL_KINDS } from './mail-kinds.js';

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
  limits: Pick<AuthLimits, 'takeLetter'>;
  /** Told of mails that were given up, or may not have arrived. */
  onLost: (error: unknown) => void;
}

/** Undoes what was written for a mail that is not sent now. */
class NotNow extends Error {}

interface Claimed {
  /** Null where there is nobody to write to. */
  letter: Letter | null;
  /** Takes back that it was counted. */
  giveBack: GiveBack | null;
}

/**
 * Sends a mail at most once. It is written, with a code of its own, and claimed in one transaction, and only then handed
 * over; where it was surely refused the claim is given back and the job fails, so that it is tried again. Where nobody
 * knows, or the process dies meanwhile, it stays claimed: asking again is less trouble than two links of which one works.
 * A mail beyond the hour's limit stays as it is, until a sweep finds it again.
 */
export function mailHandler({ source, letters, mailer, limits, onLost }: MailJobParts): JobHandler<MailPayload> {
  return async ({ mailId }) => {
    const claimed = await claim({ source, letters, limits }, mailId);
    if (!claimed) return;
    try {
      if (claimed.letter) await mailer.send({ ...claimed.letter, id: mailId });
    } catch (error) {
      const isFinal = error instanceof MailUncertain || (error instanceof MailRefused && error.isFinal);
      if (!isFinal) {
        await source.query('update mail set claimed_at = null where id = $1', [mailId]);
        await claimed.giveBack?.();
        throw error;
      }
      onLost(error);
    }
    await source.query('delete from mail where id = $1', [mailId]);
  };
}

/** @returns null where another attempt has it, nobody waits for it any more, or it has to wait. */
async function claim(
  { source, letters, limits }: Pick<MailJobParts, 'source' | 'letters' | 'limits'>,
  mailId: string,
): Promise<Claimed | null> {
  const isOpen = 'id = $1 and claimed_at is null and expires_at > now()';
  const claiming = source.transaction(async (manager) => {
    const [pending] = await manager.query<Pick<PendingMail, 'id' | 'kind' | 'address' | 'userId'>[]>(
      `select id, kind, address, user_id as "userId" from mail where ${isOpen}`,
      [mailId],
    );
    if (!pending) return null;
    // The account's row is held before the mail's, in the order of a deletion: else the two would wait for each other.
    const letter = await letters.write(manager, pending);
    const claimed = await manager.query<object[]>(
      `with claimed as (update mail set claimed_at = now() where ${isOpen} returning id) select id from claimed`,
      [mailId],
    );
    if (claimed.length === 0) throw new NotNow();
    if (!letter || !MAIL_KINDS[pending.kind].isAskedFor) return { letter, giveBack: null };
    const giveBack = await limits.takeLetter();
    if (!giveBack) throw new NotNow();
    return { letter, giveBack };
  });
  return claiming.catch((error: unknown) => {
    if (error instanceof NotNow) return null;
    throw error;
  });
}
