import type { Region } from '@switchback/contracts/resources/geo';

/** Returns regions as options of a select, by id. */
export function regionOptions(regions: readonly Region[]): { value: string; label: string }[] {
  return regions.map(({ id, name }) => ({ value: String(id), label: name }));
}
