import type { Region } from '@switchback/contracts/resources/geo';
import { LIMITS, UNITED_STATES_ID } from '@switchback/contracts/rules/limits';
import { refuseField } from '@switchback/platform/errors';
import type { DealForm } from '@switchback/proto/billing/v1/deal';
import type { Deal } from './deal.entity.js';

/** The part of a deal that a form describes. */
export type DealContent = Omit<Deal, 'id' | 'rev'>;

export const BLANK_DEAL: DealContent = {
  title: '',
  text: '',
  link: null,
  code: null,
  from: '',
  until: '',
  countryId: UNITED_STATES_ID,
  states: [],
};

/**
 * Returns the content after a form: absent fields keep their values.
 * @throws ProductError `invalidInput` under `title`, `until` or `states`
 */
export function dealAfter(before: DealContent, form: DealForm): DealContent {
  const { countryId, states } = form.where ?? before;
  const after = {
    title: form.title === undefined ? before.title : form.title.replace(/\s+/g, ' ').trim(),
    text: form.text === undefined ? before.text : form.text.replace(/\r\n?/g, '\n').trim(),
    link: form.link === undefined ? before.link : form.link || null,
    code: form.code === undefined ? before.code : form.code.trim() || null,
    from: form.from ?? before.from,
    until: form.until ?? before.until,
    countryId,
    states: distinct(states),
  };
  if (after.title === '') throw refuseField('title', 'invalidInput', 'Please enter a title.');
  if (after.until < after.from)
    throw refuseField('until', 'invalidInput', 'The last day must not be before the first day.');
  if (after.states.some(({ name }) => name === ''))
    throw refuseField('states', 'invalidInput', 'The country does not have one of these states.');
  return after;
}

/** @returns an error if there are as many deals as allowed. */
export function refuseMore() {
  const message = `There are ${LIMITS.dealsMax} deals, which is the limit. Please delete one first.`;
  return refuseField('submit', 'invalidInput', message);
}

function distinct(states: readonly Region[]): Region[] {
  return [...new Map(states.map((state) => [state.id, state])).values()];
}
