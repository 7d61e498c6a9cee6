import type { contact } from '@switchback/contracts/endpoints/contact';
import type { ContactReason } from '@switchback/contracts/rules/accounts';
import { api } from '../../api/api.js';
import type { AnswerOf } from '../../api/types.js';

export interface ContactForm {
  name: string;
  email: string;
  reason: ContactReason | '';
  message: string;
}

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    contact: build.mutation<AnswerOf<typeof contact>, ContactForm>({
      query: (body) => ({ route: 'contact', body }),
    }),
  }),
});

export const { useContactMutation } = contactApi;
