import type { Deal } from '@switchback/contracts/resources/deal';
import { dealsTexts } from '../../texts/deals.js';
import { dateText } from '../text/date-text.js';

/** Returns the names of the states in which a deal is valid. */
export function whereText({ states }: Pick<Deal, 'states'>): string {
  return states.length === 0 ? dealsTexts.everywhere : states.map(({ name }) => name).join(', ');
}

/** Returns the last day of a deal. */
export function untilText({ until }: Pick<Deal, 'until'>): string {
  return dealsTexts.until(dateText(until));
}
