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
    const { turnOf: person, path, elevation, scenery } = request;
    const hasWork = scenery || elevation !== '' || this.heights.tiles !== null;
    if (!hasWork || !isLarge([path])) return measureHere(request, this.heights, this.places);
    const turn = person === '' ? undefined : { person, signal };
    return answerOf(path, await this.deriveInChild(inputOf(request), turn), this.heights);
  }

  /** Tells which lines have heights that newer tiles, or a newer release, would change. */
  async check({ lines }: CheckLinesRequest): Promise<Omit<CheckLinesResponse, 'maneuversVersion'>> {
    const heightsDue: boolean[] = [];
    for (const { bounds, heightsVersion } of lines)
      heightsDue.push(await this.heights.isDue(present(bounds, 'bounds'), heightsVersion));
    return { heightsVersion: this.heights.version, sceneryVersion: SCENERY_VERSION, heightsDue };
  }

  private deriveInChild(input: LineInput, turn: Turn | undefined): Promise<DerivedLine> {
    const unknown = { elevation: input.elevation, profile: null, isComplete: true };
    return runLineProgram<DerivedLine>(DERIVE_LINE, () => Promise.resolve([Buffer.from(JSON.stringify(input))]), {
      args: [this.heights.tiles?.folder ?? ''],
      broken: { heights: input.heights ? unknown : null, scenery: null },
      turn,
    });
  }
}

/** Derives facts about a line in this process, however large it is: for commands, which serve no requests meanwhile. */
export async function measureHere(
  request: MeasureLineRequest,
  heights: Heights,
  places: Pick<Places, 'settledShare'>,
): Promise<MeasureLineResponse> {
  const derived = await deriveLine(inputOf(request), heights.tiles, async () => places);
  return answerOf(request.path, derived, heights);
}

function inputOf({ path, elevation, approximate, heights, scenery, ...request }: MeasureLineRequest): LineInput {
  const directionsSource = request.directionsSource ?? null;
  return { path, elevation, directionsSource, approximate, heights, scenery };
}

async function answerOf(path: string, derived: DerivedLine, heights: Heights): Promise<MeasureLineResponse> {
  return {
    heights: derived.heights ? await heights.answer(path, derived.heights) : undefined,
    scenery: derived.scenery ?? undefined,
  };
}
