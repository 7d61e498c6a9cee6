import { useSettingsQuery } from '../../api/api.js';
import { texts } from '../../texts/en.js';

/** The product's name in this installation; the default name until the settings are loaded. */
export function useProductName(): string {
  return useSettingsQuery().data?.productName ?? texts.product;
}
