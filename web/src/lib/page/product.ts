import type { Settings } from '@switchback/contracts/endpoints/product';
import { useSettingsQuery } from '../../api/api.js';
import { texts } from '../../texts/en.js';

/** The product's name in this installation; the default name until the settings are loaded. */
export function useProductName(): string {
  return useSettingsQuery().data?.productName ?? texts.product;
}

/** The plan that people can subscribe to; undefined until the settings are loaded. */
export function usePlan(): Settings['billing']['plan'] | undefined {
  return useSettingsQuery().data?.billing.plan;
}

/** Addresses of the apps in the stores; undefined until the settings are loaded. */
export function useApps(): Settings['apps'] | undefined {
  return useSettingsQuery().data?.apps;
}
