import { z } from 'zod';
import { bounds } from '../resources/geo.js';
import { CURRENCIES, PAYMENT_PROVIDERS } from '../rules/billing.js';
import { OWN_TEXTS } from '../rules/own-texts.js';
import { REGION_STATES } from '../rules/region.js';
import { endpoint } from './endpoint.js';

export const health = endpoint('health', 'GET /api/health/{probe}', {
  summary: 'Check the liveness or readiness of this process',
  tag: 'Product',
  params: z.object({ probe: z.enum(['live', 'ready']) }),
  answer: z.object({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Health' }),
  errors: ['unavailable'],
});

const style = z.string().nullable();

export const settings = endpoint('settings', 'GET /api/settings', {
  summary: 'Return the settings of this installation for the web app',
  tag: 'Product',
  answer: z
    .object({
      productName: z.string(),
      publicUrl: z.string(),
      loginProvider: z.string().nullable().meta({ description: 'Name of the login provider; null if there is none.' }),
      socialUrl: z.string().nullable(),
      billing: z
        .object({
          provider: z.enum(PAYMENT_PROVIDERS),
          site: z.string().nullable().meta({ description: 'Chargebee site.' }),
          publishableKey: z.string().nullable(),
          plan: z.object({ id: z.string(), amount: z.number().int(), currency: z.enum(CURRENCIES) }),
        })
        .meta({ description: 'Yearly price of Hero, in the smallest currency unit, and the payment provider.' }),
      apps: z
        .object({ ios: z.string().nullable(), android: z.string().nullable() })
        .meta({ description: 'App store listings.' }),
      ads: z
        .object({
          own: z
            .array(z.object({ title: z.string(), text: z.string(), action: z.string(), url: z.string() }))
            .nullable()
            .meta({ description: 'Ads of the operator; null for those that ship with the product.' }),
          provider: z.boolean().meta({ description: 'Whether an ad provider shows its ads to users who consented.' }),
        })
        .nullable()
        .meta({ description: 'Null if ads are off.' }),
      accounts: z.object({ passwordMin: z.number().int() }),
      map: z.object({
        googleMapsApiKey: z.string().nullable(),
        styles: z.object({ roadmap: style, terrain: style, satellite: style }),
        streets: z
          .object({ url: z.string(), bounds })
          .nullable()
          .meta({ description: 'Archive of street tiles (PMTiles) and its area; null if there is none.' }),
      }),
      region: z
        .object({
          state: z.enum(REGION_STATES),
          progress: z.number().min(0).max(1).meta({ description: 'Share of the build that is done.' }),
          bounds: bounds.nullable().meta({ description: 'Of the newest map; null until there is one.' }),
          date: z.iso.datetime().nullable().meta({ description: 'Of the data of the newest map; null if unknown.' }),
        })
        .nullable()
        .meta({ description: 'Region of the OpenStreetMap extract; null without one.' }),
    })
    .meta({ id: 'Settings' }),
});
export type Settings = z.output<typeof settings.answer>;

export const ownText = endpoint('ownText', 'GET /api/texts/{page}', {
  summary: 'Return the text with which the operator replaced that of a page',
  tag: 'Product',
  params: z.object({ page: z.enum(OWN_TEXTS) }),
  answer: z
    .object({
      markdown: z.string().nullable().meta({ description: 'Null if the page has its default text.' }),
    })
    .meta({ id: 'OwnText' }),
});
