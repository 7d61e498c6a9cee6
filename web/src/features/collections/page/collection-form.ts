import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection } from '@switchback/contracts/resources/collection';
import { isTrip } from '@switchback/contracts/rules/collections';

/** Values of the form, as typed. */
export interface FormValues {
  name: string;
  description: string;
  asTrip: boolean;
  /** YYYY-MM-DD; empty for none. */
  start: string;
  /** A number; empty for none. */
  days: string;
}

const DAYS_OFFERED = '2';

/** Returns the values of the form for a collection, or for a new one. */
export function valuesOf(collection: Collection | null): FormValues {
  return {
    name: collection?.name ?? '',
    description: collection?.description ?? '',
    asTrip: collection !== null && isTrip(collection),
    start: '',
    days: DAYS_OFFERED,
  };
}

/**
 * Returns the request for the values. The days of a trip that stays one are planned on its page, so they stay
 * unchanged.
 */
export function toForm(values: FormValues, collection: Collection | null): CollectionForm & { name: string } {
  const wasTrip = collection !== null && isTrip(collection);
  const plan = values.asTrip
    ? { start: values.start === '' ? null : values.start, days: values.days === '' ? null : Number(values.days) }
    : { start: null, days: null };
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    ...(wasTrip === values.asTrip ? {} : plan),
  };
}
