import { z } from 'zod';
import { CONTACT_REASONS } from '../rules/accounts.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import { emailField, filledField } from './form-fields.js';
import { token } from './search.js';

export const contact = endpoint('contact', 'POST /api/contact/', {
  summary: 'Send a message to the staff, with or without an account',
  tag: 'Product',
  body: z.object({
    token,
    name: filledField(LIMITS.contactNameMax, 'Name is required', 'Please provide your name').meta({
      example: 'Ada',
    }),
    email: emailField,
    reason: z.enum(CONTACT_REASONS, {
      error: ({ input }) =>
        typeof input === 'string' && input !== ''
          ? undefined
          : "Reason is required\nPlease tell why you're contacting us",
    }),
    message: filledField(LIMITS.contactMessageMax, 'Message is required', 'Please tell us how we can help you').meta({
      example: 'How do I add a drive?',
    }),
  }),
  repeatable: true,
  answer: z.object({ title: z.string(), details: z.string() }).meta({ id: 'ContactAnswer' }),
  errors: ['keyReused'],
});
