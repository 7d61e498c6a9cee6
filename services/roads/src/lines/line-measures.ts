import { Inject, Injectable } from '@nestjs/common';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Places } from '@switchback/platform/places/places';
import {
  isLarge,
  type LineProgram,
  programSlots,
  runLineProgram,
  type Turn,
} from '@switchback/platform/process/line-program';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type {
  CheckLinesRequest,
  CheckLinesResponse,
  MeasureLineRequest,
  MeasureLineResponse,
} from '@switchback/proto/roads/v1/service';
import { Heights } from '../elevation/heights.js';
import { type DerivedLine, deriveLine, type LineInput, SCENERY_VERSION } from './derive-line.js';

/** A line of 200,000 points takes a heap of 64 MB and 3 s of CPU time; slower processors may take twice as long. */
const DERIVE_LINE: LineProgram = {
  path: './derive-line-process',
  from: import.meta.url,
  slots: programSlots(20),
  heap: 80,
  cpuSeconds: 6,
};

/** Facts about lines that follow from the map: their heights and the scenery along them. */
@Injectable()
export class LineMeasures {
  constructor(
    private readonly heights: Heights,
    @Inject(PLACES) private readonly places: Pick<Places, 'settledShare'>,
  ) {}

  /**
   * Derives facts about a line; those of a large one in a child process.
   * @throws ProductError `tooManyRequests` if too many large lines of the person wait; the signal's reason.
   */
  async measure(request: MeasureLineRequest, { signal }: Pick<Call, 'signal'>): Promise<MeasureLineResponse> {
    const { turnOf: person, directionsSource = null, path, elevation, approximate } = request;
    const input = {
      path,
      elevation,
      directionsSource,
      approximate,
      heights: request.heights,
      scenery: request.scenery,
    };
    const { heights, scenery } = await this.derive(input, person === '' ? undefined : { person, signal });
    return { heights: heights ? await this.heights.answer(path, heights) : undefined, scenery: scenery ?? undefined };
  }

  /** Tells which lines have heights that newer tiles, or a newer release, would change. */
  async check({ lines }: CheckLinesRequest): Promise<CheckLinesResponse> {
    const heightsDue: boolean[] = [];
    for (const { bounds, heightsVersion } of lines)
      heightsDue.push(await this.heights.isDue(present(bounds, 'bounds'), heightsVersion));
    return { heightsVersion: this.heights.version, sceneryVersion: SCENERY_VERSION, heightsDue };
  }

  private async derive(input: LineInput, turn: Turn | undefined): Promise<DerivedLine> {
    const { path, elevation } = input;
    const hasWork = input.scenery || elevation !== '' || this.heights.tiles !== null;
    if (!hasWork || !isLarge([path])) return deriveLine(input, this.heights.tiles, async () => this.places);
    const unknown = { elevation, profile: null, isComplete: true };
    return runLineProgram<DerivedLine>(DERIVE_LINE, () => Promise.resolve([Buffer.from(JSON.stringify(input))]), {
      args: [this.heights.tiles?.folder ?? ''],
      broken: { heights: input.heights ? unknown : null, scenery: null },
      turn,
    });
  }
}
