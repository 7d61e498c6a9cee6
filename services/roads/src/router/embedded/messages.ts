/** First message to the Valhalla process. */
export interface Orders {
  /** Absolute path of the library's module. */
  library: string;
  /** Folder of the programs that ship with it. */
  programs: string;
  /** Path of the extract. */
  pbf: string;
  /** Folder of the roads, existing or to be built. */
  folder: string;
  /** Valhalla's configuration without its folders. */
  config: ValhallaConfig;
}

export interface ValhallaConfig {
  mjolnir: Readonly<Record<string, unknown>>;
  readonly [section: string]: unknown;
}

/** A request, as JSON in Valhalla's format. */
export interface Question {
  id: number;
  action: 'route' | 'traceRoute';
  query: string;
}

/** Message from the Valhalla process: build progress, ready, a response, or the reason why it ends. */
export type ValhallaMessage =
  | { kind: 'building'; step: number; steps: number; words: string }
  | { kind: 'ready'; version: string }
  | { kind: 'answer'; id: number; body: string }
  | { kind: 'refusal'; id: number; words: string }
  | { kind: 'failed'; cause: string };
