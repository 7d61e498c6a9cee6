import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

export interface MailPayload {
  mailId: string;
}

/** Writes and sends one mail. Keyed by the mail's id, so that a mail never has two jobs at a time. */
export const MAIL_JOB: JobKind<MailPayload> = defineJob({
  name: 'auth.mail',
  payload: z.object({ mailId: z.string().min(1).max(64) }),
});
