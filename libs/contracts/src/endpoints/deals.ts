import { z } from 'zod';
import { deal as dealAnswer } from '../resources/deal.js';
import { regionId } from '../resources/geo.js';
import { isDealLink } from '../rules/deals.js';
import { LIMITS } from '../rules/limits.js';
import { rev } from './authoring.js';
import { endpoint } from './endpoint.js';
import { offUnlessTrue } from './query-values.js';
import { token } from './search.js';
import { text } from './text.js';

const tag = 'Deals';
const dealId = z.object({ id: text(64, 1) });
const answer = z.object({ deal: dealAnswer }).meta({ id: 'DealAnswer' });

const date = z.iso.date({ error: 'Must be a date, YYYY-MM-DD.' });
const example = { title: '10% off at Ridge Tires', code: 'CURVES10', from: '2026-05-01', until: '2026-05-31' };

/** A deal as sent by a client. Omitted fields stay unchanged, or get their defaults in a new one. */
export const dealForm = z
  .object({
    title: text(LIMITS.dealTitleMax, 1),
    text: text(LIMITS.dealTextMax).describe('Markdown without HTML.'),
    link: text(LIMITS.dealLinkMax)
      .refine((link) => link === '' || isDealLink(link), {
        error: 'Must be the address of a web page, with https://.',
      })
      .nullable(),
    code: text(LIMITS.dealCodeMax).nullable(),
    from: date.describe('First day.'),
    until: date.describe('Last day.'),
    country: regionId.describe(
      'Region id of the country of the states; the United States by default. Ignored without `states`.',
    ),
    states: z
      .array(regionId)
      .max(LIMITS.dealStatesMax, { error: `A deal has ${LIMITS.dealStatesMax} states at most.` })
      .describe('Region ids; empty for everywhere.'),
    _rev: rev,
  })
  .partial()
  .meta({ id: 'DealForm', description: 'Without `_rev`, the last write wins.', example });
const newDealForm = dealForm.required({ title: true, from: true, until: true }).meta({ id: 'NewDealForm', example });
export type DealForm = z.input<typeof dealForm>;
export type NewDealForm = z.input<typeof newDealForm>;

export const deals = endpoint('deals', 'GET /api/deals', {
  summary: 'List the deals of today: whole for Heroes, for other callers without text, link and code',
  tag,
  query: z.object({ all: offUnlessTrue('Whether to include upcoming and ended deals, for staff.') }),
  answer: z.object({ deals: z.array(dealAnswer) }).meta({ id: 'DealsAnswer' }),
  errors: ['notAllowed'],
});

export const createDeal = endpoint('createDeal', 'PUT /api/deals/deal', {
  summary: 'Create a deal; staff only',
  tag,
  access: 'member',
  body: z.object({ token, deal: newDealForm }),
  answer,
  status: 201,
  repeatable: true,
  errors: ['notAllowed', 'keyReused', 'dealNotFound'],
});

export const updateDeal = endpoint('updateDeal', 'POST /api/deals/deal/{id}', {
  summary: 'Change a deal; staff only',
  tag,
  access: 'member',
  params: dealId,
  body: z.object({ token, deal: dealForm }),
  answer,
  errors: ['notAllowed', 'dealNotFound', 'staleRevision'],
});

export const deleteDeal = endpoint('deleteDeal', 'DELETE /api/deals/deal/{id}', {
  summary: 'Delete a deal; staff only',
  tag,
  access: 'member',
  params: dealId,
  body: z.object({ token }).default({}),
  answer: z.object({}),
  errors: ['notAllowed', 'dealNotFound'],
});
