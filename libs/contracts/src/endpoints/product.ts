import { z } from 'zod';
import { CURRENCIES, PAYMENT_PROVIDERS } from '../rules/billing.js';
import { OWN_TEXTS } from '../rules/own-texts.js';
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
      apps: z
        .object({ ios: z.string().nullable(), android: z.string().nullable() })
        .meta({ description: 'Listings in the stores.' }),
      ads: z
        .object({
          own: z
            .array(z.object({ title: z.string(), text: z.string(), action: z.string(), url: z.string() }))
            .nullable()
            .meta({ description: 'Of whoever runs the installation; null for those of the product.' }),
          provider: z.boolean().meta({ description: 'Whether a provider shows its own to those who consented.' }),
        })
        .nullable()
        .meta({ description: 'Null where nobody sees any.' }),
      accounts: z.object({ passwordMin: z.number().int() }),
      map: z.object({
        googleMapsApiKey: z.string().nullable(),
        styles: z.object({ roadmap: style, terrain: style, satellite: style }),
      }),
    })
    .meta({ id: 'Settings' }),
});
export type Settings = z.output<typeof settings.answer>;

export const ownText = endpoint('ownText', {
  summary: 'The text that whoever runs this installation put in the place of a page',
  tag: 'Product',
  params: z.object({ page: z.enum(OWN_TEXTS) }),
  answer: z
    .object({
      markdown: z.string().nullable().meta({ description: 'Null where the page has the text that ships with it.' }),
    })
    .meta({ id: 'OwnText' }),
});
