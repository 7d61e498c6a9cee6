/** A page of a planner: its address in parts that readers share. */
export interface MapsPage {
  host: string;
  path: string;
  query: PageQuery;
}

/** Parameters before and behind `#`, whose names ignore case. */
export class PageQuery {
  private readonly values = new Map<string, string[]>();

  constructor({ search, hash }: URL) {
    const behind = hash.slice(1).replace(/^[/?]+/, '');
    for (const [name, value] of [...new URLSearchParams(search), ...new URLSearchParams(behind)]) {
      const key = name.toLowerCase();
      const known = this.values.get(key);
      if (known) known.push(value);
      else this.values.set(key, [value]);
    }
  }

  has(name: string): boolean {
    return this.values.has(name);
  }

  names(): string[] {
    return [...this.values.keys()];
  }

  all(...names: string[]): string[] {
    return names.flatMap((name) => this.values.get(name) ?? []);
  }

  /** Returns the first value that is not blank. */
  first(...names: string[]): string | undefined {
    return this.all(...names).find((value) => value.trim() !== '');
  }

  /** Returns every value, in the order of the address. */
  texts(): string[] {
    return [...this.values.values()].flat();
  }
}

export function pageOf(url: URL): MapsPage {
  return { host: url.hostname, path: url.pathname, query: new PageQuery(url) };
}

/** Decodes a part of a path, where `+` stands for a blank. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return part;
  }
}
