import type { Compared } from '../../../components/CompareTick.js';
import { COMPARED_MAX } from '../explore-state.js';

/** Returns what a drive's tick box shows. */
export function comparedOf(id: string, compared: readonly string[]): Compared {
  if (compared.includes(id)) return 'on';
  return compared.length < COMPARED_MAX ? 'off' : 'full';
}

/** Returns the drives to compare after a tick box has changed. */
export function withCompared(compared: readonly string[], id: string, isTicked: boolean): readonly string[] {
  const others = compared.filter((other) => other !== id);
  return isTicked ? [...others, id].slice(0, COMPARED_MAX) : others;
}
