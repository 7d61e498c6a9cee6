import { useSettingsQuery } from '../api/api.js';
import { texts } from '../texts/en.js';

/** The product's name in this installation; the shipped name until the server has told. */
export function useProductName(): string {
  return useSettingsQuery().data?.productName ?? texts.product;
}
