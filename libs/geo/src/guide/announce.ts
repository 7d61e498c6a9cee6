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
/** Level of a turn that was named after another one: it is announced itself at the turn. */
const NAMED: AnnouncementLevel = 'near';
const NO_THEN: [Cue | null, number] = [null, -1];

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
    // The turn before it names it, closer to both.
    if (level === 'far' && isFollower(line, state, index, first)) continue;
    const [then, thenIndex] = level === 'far' ? NO_THEN : thenOf(line, state, index, announced);
    announced[index] = [...made, level];
    // Counts as one of the two announcements of the next turn, and leaves it the last one.
    if (thenIndex !== -1) announced[thenIndex] = [...(announced[thenIndex] ?? []), NAMED];
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

/** Returns the turn that the sentence about a turn names, too: the next one, if it follows soon and was not named yet. */
function thenOf(
  { cues }: GuideLine,
  { speed }: GuideState,
  index: number,
  announced: GuideState['announced'],
): [Cue | null, number] {
  if (cues[index]!.kind !== 'turn') return NO_THEN;
  const next = cues.findIndex(({ kind }, at) => at > index && kind === 'turn');
  const made = announced[next] ?? [];
  if (next === -1 || made.includes(NAMED) || made.length >= PER_TURN) return NO_THEN;
  return isSoonAfter(cues[index]!, cues[next]!, speed) ? [cues[next]!, next] : NO_THEN;
}

/** Whether a turn follows soon on one that is still ahead. */
function isFollower({ cues }: GuideLine, { speed }: GuideState, index: number, first: number): boolean {
  if (cues[index]!.kind !== 'turn') return false;
  const before = cues.findLastIndex(({ kind }, at) => at < index && kind === 'turn');
  return before >= first && isSoonAfter(cues[before]!, cues[index]!, speed);
}

function isSoonAfter(cue: Cue, next: Cue, speed: number): boolean {
  return next.along - cue.along <= Math.max(SLOW_BELOW, speed) * THEN_SECONDS;
}

function isAudible({ kind }: Cue, { level }: GuideState): boolean {
  return level === 'all' || (level === 'turns' && (kind === 'turn' || kind === 'stop' || kind === 'end'));
}
