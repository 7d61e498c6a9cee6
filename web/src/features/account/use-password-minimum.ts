import { LIMITS } from '@switchback/contracts/rules/limits';
import { useSettingsQuery } from '../../api/api.js';

/** Minimum length of a new password here; the default until the settings are loaded. */
export function usePasswordMinimum(): number {
  return useSettingsQuery().data?.accounts.passwordMin ?? LIMITS.passwordMin;
}
