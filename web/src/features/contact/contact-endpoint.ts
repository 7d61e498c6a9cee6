import { type Answer, asks } from '../../api/asks.js';
import type { ContactReason } from '@switchback/contracts/rules/accounts';
import { api } from '../../api/api.js';

export interface ContactForm {
  name: string;
  email: string;
  reason: ContactReason | '';
  message: string;
}

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    contact: build.mutation<Answer<'contact'>, ContactForm & { reason: ContactReason }>({
      ...asks('contact', (body) => ({ body })),
    }),
  }),
});

export const { useContactMutation } = contactApi;
