import type { dealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { present } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/billing/v1/deal';
import type { z } from 'zod';

export function toDeal(deal: proto.Deal | undefined): Deal {
  const { rev, link, code, where, ...content } = present(deal, 'deal');
  const { countryId, states } = present(where, 'where');
  return { ...content, link: link || null, code: code || null, country: countryId, states, _rev: rev };
}

/** Maps a form; on the wire, '' stands for null. */
export function toDealForm(form: z.output<typeof dealForm>, where: proto.DealStates | undefined): proto.DealForm {
  const { title, text, link, code, from, until, _rev } = form;
  return {
    title,
    text,
    link: link === null ? '' : link,
    code: code === null ? '' : code,
    from,
    until,
    where,
    rev: _rev ?? undefined,
  };
}
