/** What the process of Valhalla is told first. */
export interface Orders {
  /** Absolute path of the library's module. */
  library: string;
  /** The folder of the programs that come with it. */
  programs: string;
  /** The extract. */
  pbf: string;
  /** Where the roads lie, or are to lie once they are built. */
  folder: string;
  /** Of Valhalla, but for its folders. */
  config: ValhallaConfig;
}

export interface ValhallaConfig {
  mjolnir: Readonly<Record<string, unknown>>;
  readonly [section: string]: unknown;
}

/** A question, as JSON in Valhalla's words. */
export interface Question {
  id: number;
  action: 'route' | 'traceRoute';
  query: string;
}

/** What it tells: how the building goes, that it is ready, an answer, or why it ends. */
export type Told =
  | { kind: 'building'; step: number; steps: number; words: string }
  | { kind: 'ready'; version: string }
  | { kind: 'answer'; id: number; body: string }
  | { kind: 'refusal'; id: number; words: string }
  | { kind: 'failed'; cause: string };
