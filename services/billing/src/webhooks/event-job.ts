import { PAYMENT_PROVIDERS } from '@switchback/contracts/rules/billing';
import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

/** A stored event; the key of its job is the event's ID. */
export interface EventReference {
  provider: string;
  eventId: string;
}

const payload = z.object({ provider: z.enum(PAYMENT_PROVIDERS), eventId: z.string().min(1).max(100) });

/** Applies an event that could not be applied on arrival. */
export const EVENT_JOB: JobKind<EventReference> = defineJob({ name: 'billing.event', payload });

/** Mails a person about an event. */
export const MAIL_JOB: JobKind<EventReference> = defineJob({ name: 'billing.mail', payload });

/** Every minute: recovers events and mails that lost their job, and people whose subscriptions have yet to end. */
export const SWEEP_JOB: JobKind<null> = defineJob({ name: 'billing.sweep', payload: z.null() });

/** Every ten minutes: recovers events of the provider that did not arrive. */
export const POLL_JOB: JobKind<null> = defineJob({ name: 'billing.poll', payload: z.null(), attempts: 1 });

/** Every day: deletes events that were applied long ago. */
export const UPKEEP_JOB: JobKind<null> = defineJob({ name: 'billing.upkeep', payload: z.null() });
