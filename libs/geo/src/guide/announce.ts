import type { Cue, GuideLine } from './guide-line.js';
import type { AnnouncementLevel, GuideState, Said } from './guide-state.js';

/** Seconds before a cue at which it is announced, at the present speed. */
const SECONDS: Record<AnnouncementLevel, number> = { far: 25, near: 8, now: 2.5 };
/** The same in meters below 20 km/h. */
const METERS: Record<AnnouncementLevel, number> = { far: 150, near: 40, now: 15 };
const SLOW_BELOW = 20 / 3.6;
/** A turn is announced twice at most. */
const PER_TURN = 2;
/** Two turns within this time are one sentence. */
const THEN_SECONDS = 10;

interface Announced {
  state: GuideState;
  speech: Said[];
}

/**
 * Announces the cues whose time has come, each level once and never after the cue.
 * @param meters the estimated place on the line, which includes the age of the fix.
 */
export function announce(line: GuideLine, state: GuideState, meters: number): Announced {
  if (state.phase !== 'on') return { state, speech: [] };
  const from = Math.max(meters, state.reachedMeters);
  // Cues behind need no memory.
  const announced = Object.fromEntries(
    Object.entries(state.announced).filter(([index]) => line.cues[Number(index)]!.along > from),
  );
  const speech: Said[] = [];
  const first = line.cues.findIndex(({ along }) => along > from);
  for (let index = first; index !== -1 && index < line.cues.length; index += 1) {
    const awayMeters = line.cues[index]!.along - from;
    const level = levelAt(awayMeters, state.speed);
    if (level === null) break;
    const made = announced[index] ?? [];
    if (!isDue(line.cues[index]!, level, made)) continue;
    const [then, thenIndex] = thenOf(line, state, index);
    announced[index] = [...made, level];
    // The sentence names the next turn, too; that counts once, so that the turn itself can still be announced.
    if (thenIndex !== -1) announced[thenIndex] = [level];
    if (isAudible(line.cues[index]!, state))
      speech.push({ kind: 'cue', cue: line.cues[index]!, level, awayMeters, then });
  }
  return { state: { ...state, announced }, speech };
}

/** Returns the closest level whose distance is reached; null if the cue is too far ahead. */
function levelAt(awayMeters: number, speed: number): AnnouncementLevel | null {
  const isWithin = (level: AnnouncementLevel) =>
    speed < SLOW_BELOW ? awayMeters <= METERS[level] : awayMeters <= SECONDS[level] * speed;
  return (['now', 'near', 'far'] as const).find(isWithin) ?? null;
}

function isDue({ kind }: Cue, level: AnnouncementLevel, made: readonly AnnouncementLevel[]): boolean {
  if (made.includes(level)) return false;
  // Everything but a turn is announced once.
  if (kind !== 'turn') return made.length === 0;
  // Back at a higher distance, as after a slower stretch, nothing is repeated.
  const isLater = made.every((each) => SECONDS[each] > SECONDS[level]);
  return isLater && made.length < PER_TURN;
}

function thenOf({ cues }: GuideLine, { speed }: GuideState, index: number): [Cue | null, number] {
  const cue = cues[index]!;
  if (cue.kind !== 'turn') return [null, -1];
  const next = cues.findIndex(({ kind }, at) => at > index && kind === 'turn');
  const isSoon = next !== -1 && cues[next]!.along - cue.along <= Math.max(SLOW_BELOW, speed) * THEN_SECONDS;
  return isSoon ? [cues[next]!, next] : [null, -1];
}

function isAudible({ kind }: Cue, { level }: GuideState): boolean {
  return level === 'all' || (level === 'turns' && (kind === 'turn' || kind === 'stop' || kind === 'end'));
}
