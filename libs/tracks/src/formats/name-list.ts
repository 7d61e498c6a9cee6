import { cutText, oneLine } from '../features/plain-text.js';

const NAME_CHARS_MAX = 80;

/** Collects names for a sentence, in bounded memory. */
export class NameList {
  private readonly names: string[] = [];
  private count = 0;

  /** @param namesMax maximum number of names in the sentence; the rest is counted. */
  constructor(private readonly namesMax: number) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(name: string): void {
    this.count += 1;
    if (this.names.length < this.namesMax) this.names.push(shownName(name));
  }

  get text(): string {
    const more = this.count - this.names.length;
    return `${this.names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }
}

/** Cuts a name of a file for a sentence. */
export function shownName(name: string): string {
  return cutText(oneLine(name), NAME_CHARS_MAX);
}
