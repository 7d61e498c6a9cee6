import { defineJob, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';

/** Sends the sandbox's webhooks that are due. */
export const SEND_JOB: JobKind<null> = defineJob({ name: 'billing.sandbox-send', payload: z.null() });

/** Ends the terms in the sandbox that are over. */
export const TERMS_JOB: JobKind<null> = defineJob({ name: 'billing.sandbox-terms', payload: z.null() });
