import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import type { DrivesPeer } from '../peers.js';

/** Returns the drives that the caller may see, with their titles, which mean more to a person than ids. */
export async function namedDrives(
  peer: DrivesPeer,
  ids: readonly string[],
  call: Call,
): Promise<{ id: string; title: string }[]> {
  const drives = await peer();
  const named: { id: string; title: string }[] = [];
  for (let from = 0; from < ids.length; from += LIMITS.summariesMax) {
    const page = await drives.getSummaries({ ids: ids.slice(from, from + LIMITS.summariesMax) }, call);
    named.push(...page.drives.map(({ id, title }) => ({ id, title })));
  }
  return named;
}
