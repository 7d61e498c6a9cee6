import type { Check, Finding } from './finding.js';
import { note, ok } from './finding.js';
import { type Setting, SETTINGS } from '@switchback/platform/config/table';

/** Lists the settings that are set explicitly, with secrets masked. */
export function settingsCheck(environment: Readonly<Record<string, string | undefined>>): Check {
  const look = async (): Promise<Finding[]> => {
    const input = Object.entries<Setting>(SETTINGS).flatMap(([name, { secret }]) => {
      const text = environment[name]?.trim();
      return text ? [`${name}=${secret ? '(secret)' : text}`] : [];
    });
    return input.length === 0 ? [note('none is set: all settings have their defaults')] : input.map(ok);
  };
  return { name: 'settings', needs: [], look };
}
