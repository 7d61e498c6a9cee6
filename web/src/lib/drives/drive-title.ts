import { texts } from '../../texts/en.js';

/** Returns the title to show: a private drive may have none. */
export function titleOf({ title }: { title: string }): string {
  return title || texts.untitled;
}
