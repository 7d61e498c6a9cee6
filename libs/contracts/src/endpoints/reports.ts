import { z } from 'zod';
import { LIMITS } from '../rules/limits.js';
import { REPORT_SUBJECTS, VIOLATIONS, type Violation } from '../rules/moderation.js';
import { endpoint } from './endpoint.js';
import { filledField } from './form-fields.js';
import { token } from './search.js';
import { text } from './text.js';

const choices = Object.fromEntries(VIOLATIONS.map((name) => [name, z.boolean().optional()])) as Record<
  Violation,
  z.ZodOptional<z.ZodBoolean>
>;
const done = z.object({ title: z.string(), details: z.string() }).meta({ id: 'StaffTold' });

export const reportAbuse = endpoint('reportAbuse', 'POST /api/report-abuse/', {
  summary: 'Report abuse to the staff, with or without an account',
  tag: 'Moderation',
  body: z.object({
    token,
    violations: z
      .object(choices)
      .refine((chosen) => Object.values(chosen).some(Boolean), {
        error: 'Violation is required\nPlease select at least one violation',
      })
      .meta({
        description: 'Chosen violations are true; at least one is required.',
        example: { spamOrMisleading: true },
      }),
    details: text(LIMITS.reportDetailsMax).nullish(),
    subject: z
      .object({ type: z.enum(REPORT_SUBJECTS), id: text(64, 1) })
      .nullish()
      .meta({ description: 'Subject of the report, if there is a single one.', example: null }),
  }),
  repeatable: true,
  answer: done,
  errors: [
    'driveNotFound',
    'reviewNotFound',
    'photoNotFound',
    'collectionNotFound',
    'upgradeNeeded',
    'userNotFound',
    'keyReused',
  ],
});

export const suggestEdits = endpoint('suggestEdits', 'PUT /api/drives/drive/{id}/suggest-edits', {
  summary: 'Suggest edits to a published drive',
  tag: 'Moderation',
  access: 'member',
  params: z.object({ id: text(64, 1) }),
  body: z.object({
    token,
    suggestions: filledField(
      LIMITS.suggestionsMax,
      'Suggestions are required',
      'Please say what should be edited',
    ).meta({
      example: 'The road is closed in winter.',
    }),
  }),
  repeatable: true,
  answer: done,
  errors: ['notAllowed', 'driveNotFound', 'keyReused'],
});
