import type { NewDealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { UNITED_STATES_ID } from '@switchback/contracts/rules/limits';

/** Values of the form, as typed. */
export interface DealValues {
  title: string;
  text: string;
  link: string;
  code: string;
  /** YYYY-MM-DD; empty for none. */
  from: string;
  /** YYYY-MM-DD; empty for none. */
  until: string;
  /** Region id. */
  country: string;
  /** Region ids. */
  states: string[];
}

/** Returns the values of the form for a deal, or for a new one. */
export function valuesOf(deal: Deal | null): DealValues {
  return {
    title: deal?.title ?? '',
    text: deal?.text ?? '',
    link: deal?.link ?? '',
    code: deal?.code ?? '',
    from: deal?.from ?? '',
    until: deal?.until ?? '',
    country: String(deal?.country ?? UNITED_STATES_ID),
    states: deal?.states.map(({ id }) => String(id)) ?? [],
  };
}

/** Returns the request for the values. */
export function toForm({ title, text, link, code, from, until, country, states }: DealValues): NewDealForm {
  return {
    title: title.trim(),
    text: text.trim(),
    link: link.trim() || null,
    code: code.trim() || null,
    from,
    until,
    country: Number(country),
    states: states.map(Number),
  };
}
