import { Inject, Injectable } from '@nestjs/common';
import type { Call } from '@switchback/platform/rpc/call';
import type { Maneuver } from '@switchback/proto/drives/v1/drive';
import type { LineHeights, LineScenery } from '@switchback/proto/roads/v1/service';
import { orWithout, ROADS, type RoadsPeer } from './roads.js';

/** Version of facts that are not derived: the next run of the upgrade, within the hour, derives them. */
export const NOT_DERIVED = 0;

/** A line as stored, and the facts that decide which of its heights count. */
export interface LineInput {
  path: string;
  /** Heights that its source gave. */
  elevation: string;
  /** The router that made the line; null for a track and for straight legs. */
  directionsSource: string | null;
  approximate: boolean;
}

/** Facts about a line that follow from the map. */
export interface FactsOfLine {
  heights: LineHeights;
  scenery: Pick<LineScenery, 'tags' | 'version'>;
}

/** Facts about lines, which the roads service derives from the map. */
@Injectable()
export class LineFacts {
  constructor(@Inject(ROADS) private readonly roads: RoadsPeer<'measureLine' | 'findManeuvers'>) {}

  /**
   * Returns the facts about a line, or none while the roads service is away: a drive is saved with its line alone.
   * @param turnOf whose turn a large line takes; '' for background work.
   * @throws ProductError `tooManyRequests` if too many large lines of the person wait; the signal's reason.
   */
  of(line: LineInput, call: Call, turnOf: string): Promise<FactsOfLine> {
    const unknown = { tags: [], version: NOT_DERIVED };
    const ask = async (within: Call) => {
      const { directionsSource, ...rest } = line;
      const facts = { turnOf, heights: true, scenery: true, directionsSource: directionsSource ?? undefined };
      const { heights, scenery } = await (await this.roads()).measureLine({ ...rest, ...facts }, within);
      return { heights: heights ?? withoutHeights(line), scenery: scenery ?? unknown };
    };
    return orWithout<FactsOfLine>(call, ask, () => ({ heights: withoutHeights(line), scenery: unknown }));
  }

  /**
   * Returns the maneuvers along lines; none along those that leave the roads, and while the roads service is away.
   * @throws the signal's reason.
   */
  maneuversOf(paths: readonly string[], call: Call, turnsOf: string): Promise<(readonly Maneuver[] | undefined)[]> {
    const ask = async (within: Call) => {
      const { lines } = await (await this.roads()).findManeuvers({ paths: [...paths], turnsOf }, within);
      return lines.map(({ maneuvers }) => maneuvers?.items);
    };
    return orWithout<(readonly Maneuver[] | undefined)[]>(call, ask, () => []);
  }
}

function withoutHeights({ elevation }: LineInput): LineHeights {
  return { elevation, profile: undefined, version: NOT_DERIVED };
}
