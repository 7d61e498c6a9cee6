import { z } from 'zod';
import { CURRENCIES, PAYMENT_PROVIDERS } from '../rules/billing.js';
import { endpoint } from './endpoint.js';

export const health = endpoint('health', {
  summary: 'Whether this process lives, or is ready to serve',
  tag: 'Product',
  params: z.object({ probe: z.enum(['live', 'ready']) }),
  answer: z.object({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Health' }),
  errors: ['unavailable'],
});

const style = z.string().nullable();

export const settings = endpoint('settings', {
  summary: 'What the web app needs to know of this installation',
  tag: 'Product',
  answer: z
    .object({
      productName: z.string(),
      publicUrl: z.string(),
      loginProvider: z
        .string()
        .nullable()
        .meta({ description: 'What the provider is called that people may log in by; null for none.' }),
      socialUrl: z.string().nullable(),
      billing: z
        .object({
          provider: z.enum(PAYMENT_PROVIDERS),
          site: z.string().nullable().meta({ description: 'Of Chargebee.' }),
          publishableKey: z.string().nullable(),
          plan: z.object({ id: z.string(), amount: z.number().int(), currency: z.enum(CURRENCIES) }),
        })
        .meta({ description: 'What Hero costs a year, in the smallest unit, and who takes the money.' }),
      accounts: z.object({ passwordMin: z.number().int() }),
      map: z.object({
        googleMapsApiKey: z.string().nullable(),
        styles: z.object({ roadmap: style, terrain: style, satellite: style }),
      }),
    })
    .meta({ id: 'Settings' }),
});
export type Settings = z.output<typeof settings.answer>;
