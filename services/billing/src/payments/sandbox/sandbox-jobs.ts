import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

/** Sends the sandbox's due webhooks. */
export const SEND_JOB: JobKind<null> = defineJob({ name: 'billing.sandbox-send', payload: z.null() });

/** Ends the sandbox's terms that are over. */
export const TERMS_JOB: JobKind<null> = defineJob({ name: 'billing.sandbox-terms', payload: z.null() });
