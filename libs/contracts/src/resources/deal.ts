import { z } from 'zod';
import { region } from './geo.js';

/** An offer of another company to the members of this installation. */
export const deal = z
  .object({
    id: z.string(),
    title: z.string(),
    text: z.string().describe('Markdown. Empty for callers who are not Heroes.'),
    link: z.string().nullable().describe('Web page of the offer, with https. Null for callers who are not Heroes.'),
    code: z.string().nullable().describe('Null for callers who are not Heroes.'),
    from: z.string().describe('First day, YYYY-MM-DD.'),
    until: z.string().describe('Last day, YYYY-MM-DD.'),
    country: z.number().int().describe('Region id of the country of the states.'),
    states: z.array(region).describe('States in which the deal is valid; empty for everywhere.'),
    _rev: z.number().int(),
  })
  .meta({ id: 'Deal' });
export type Deal = z.infer<typeof deal>;
