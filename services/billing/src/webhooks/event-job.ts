import { PAYMENT_PROVIDERS } from '@switchback/contracts/rules/billing';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

/** A stored event; its key is the event's id. */
export interface EventReference {
  provider: string;
  eventId: string;
}

const payload = z.object({ provider: z.enum(PAYMENT_PROVIDERS), eventId: z.string().min(1).max(100) });

/** Applies an event that could not be applied when it came. */
export const EVENT_JOB: JobKind<EventReference> = defineJob({ name: 'billing.event', payload });

/** Mails what an event tells. */
export const MAIL_JOB: JobKind<EventReference> = defineJob({ name: 'billing.mail', payload });

/** Every minute: what lost its job, and who is still leaving. */
export const SWEEP_JOB: JobKind<null> = defineJob({ name: 'billing.sweep', payload: z.null() });

/** Every ten minutes: what the provider told that did not arrive. */
export const POLL_JOB: JobKind<null> = defineJob({ name: 'billing.poll', payload: z.null(), attempts: 1 });

/** Every day: events that were applied long ago. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'billing.upkeep', payload: z.null() });
