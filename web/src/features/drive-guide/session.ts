import { guide } from '@switchback/geo/guide/drive-guide';
import type { GuideLine } from '@switchback/geo/guide/guide-line';
import type { GuideEvent, GuideState, Said, Shown } from '@switchback/geo/guide/guide-state';
import type { RecordedFix } from '../../lib/offline/records.js';

/** Fixes are stored in batches: a crash loses at most these seconds, or as many fixes. */
const BATCH_MS = 5_000;
const BATCH_FIXES = 5;

interface Ports {
  storeState: (state: GuideState) => Promise<void>;
  storeFixes: (fixes: readonly RecordedFix[]) => Promise<void>;
  say: (speech: readonly Said[]) => void;
  show: (shown: Shown, state: GuideState) => void;
  onNotStored: () => void;
}

/** A drive in progress: feeds the guide, stores its state and the track, and passes on what it says and shows. */
export class GuideSession {
  #state: GuideState;
  #batch: RecordedFix[] = [];
  readonly #line: GuideLine;
  readonly #ports: Ports;

  constructor(line: GuideLine, state: GuideState, ports: Ports) {
    this.#line = line;
    this.#state = state;
    this.#ports = ports;
  }

  get state(): GuideState {
    return this.#state;
  }

  /** @param at the time of its arrival */
  fix(fix: RecordedFix, at: number): void {
    this.#batch.push(fix);
    const isDue = this.#batch.length >= BATCH_FIXES || fix.at - this.#batch[0]!.at >= BATCH_MS;
    if (isDue) void this.flush();
    this.send({ kind: 'fix', at, fix });
  }

  /** Stores the state before it speaks, so that a page that reopens repeats nothing. */
  send(event: GuideEvent): void {
    const { state, shown, speech } = guide(this.#line, this.#state, event);
    const isFirst = state.fix !== null && this.#state.fix === null;
    this.#state = state;
    if (event.kind !== 'fix' || isFirst || speech.length > 0) this.#ports.show(shown, state);
    if (event.kind === 'tick' && speech.length === 0) return;
    const stored = this.#ports.storeState(state).catch(() => this.#ports.onNotStored());
    if (speech.length > 0) void stored.then(() => this.#ports.say(speech));
  }

  /** Stores the fixes that are not yet stored. */
  async flush(): Promise<void> {
    const fixes = this.#batch;
    if (fixes.length === 0) return;
    this.#batch = [];
    await this.#ports.storeFixes(fixes).catch(() => this.#ports.onNotStored());
  }
}
