import { LIMITS } from '@switchback/contracts/rules/limits';
import { useSettingsQuery } from '../../api/api.js';

/** How many characters a new password needs here; what every installation asks for until this one has told. */
export function usePasswordMin(): number {
  return useSettingsQuery().data?.accounts.passwordMin ?? LIMITS.passwordMin;
}
