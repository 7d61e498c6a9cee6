import type { LatLng } from '../location.js';
import type { Cue } from './guide-line.js';

/** A position from the device. Times are in milliseconds since 1970. */
export interface Fix extends LatLng {
  at: number;
  accuracyMeters: number;
  /** Meters per second; null if the device does not know. */
  speed: number | null;
  /** Degrees clockwise from north; null if the device does not know, or stands. */
  heading: number | null;
}

/** The driver hears everything, only turns, or nothing. */
export const VOICE_LEVELS = ['all', 'turns', 'silent'] as const;
export type VoiceLevel = (typeof VOICE_LEVELS)[number];

/** An input of the guide; `at` is the time when it happened. */
export type GuideEvent = { at: number } & (
  | { kind: 'fix'; fix: Fix }
  /** Time passes without a fix. */
  | { kind: 'tick' }
  /** The page is hidden behind another app, or visible again. */
  | { kind: 'page'; isVisible: boolean }
  | { kind: 'level'; level: VoiceLevel }
  /** Drives from this distance on, while not yet on the line. */
  | { kind: 'join'; meters: number }
  /** The answer to the question about a missed stop. */
  | { kind: 'stop'; index: number; choice: 'go' | 'skip' }
);

export type StopState = 'ahead' | 'passed' | 'missed' | 'going' | 'skipped';

/** Everything that the guide remembers; plain JSON. */
export interface GuideState {
  phase: 'approach' | 'on' | 'off' | 'arrived';
  level: VoiceLevel;
  isVisible: boolean;
  /** Time of the latest event. */
  at: number;
  /** The latest good fix. */
  fix: Fix | null;
  /** Whether a later fix was too inaccurate or too old. */
  isPoor: boolean;
  /** Place on the line at `matchedAt`; before the line is reached, the place to reach. */
  meters: number;
  matchedAt: number;
  /** The farthest place since the line was joined last: nothing before it is announced. */
  reachedMeters: number;
  /** Meters per second, at the latest good fix. */
  speed: number;
  /** Degrees clockwise from north, at the latest fix that moved; null before one has. */
  heading: number | null;
  /** Fixes in a row that are off the line, or on it again. */
  farFixes: number;
  nearFixes: number;
  /** Meters driven against the line's heading. */
  againstMeters: number;
  stops: StopState[];
  /** Announcements made of cues ahead, by the cue's index. */
  announced: Record<number, AnnouncementLevel[]>;
  /** Stretches of the line that were driven, as distances from its start. */
  driven: [fromMeters: number, toMeters: number][];
  drivenMeters: number;
  movingSeconds: number;
}

export const ANNOUNCEMENT_LEVELS = ['far', 'near', 'now'] as const;
export type AnnouncementLevel = (typeof ANNOUNCEMENT_LEVELS)[number];

/** An announcement, to be put into words. */
export type Said =
  | {
      kind: 'cue';
      cue: Cue;
      level: AnnouncementLevel;
      awayMeters: number;
      /** The turn that follows within seconds. */
      then: Cue | null;
    }
  | { kind: 'off'; awayMeters: number }
  /** One short sound. */
  | { kind: 'back' }
  | { kind: 'missed'; index: number; name: string }
  | { kind: 'arrived' };

/** A cue ahead, with its distance. */
export interface Ahead {
  cue: Cue;
  awayMeters: number;
}

/** The content of the screen. */
export interface Shown {
  phase: GuideState['phase'];
  /** The last fix is missing, old or inaccurate. */
  isWaiting: boolean;
  /** The place follows the last speed, not a fix. */
  isEstimated: boolean;
  /** On the line if the car is on it, else where the device is. */
  place: LatLng | null;
  heading: number | null;
  meters: number;
  remainingMeters: number;
  remainingSeconds: number;
  next: Ahead | null;
  after: Ahead | null;
  /** The road at the place; empty if it is unknown. */
  road: string;
  /** The nearest place ahead on the line, if the car is not on it: shown by an arrow, never as a route. */
  back: { location: LatLng; meters: number; awayMeters: number; bearing: number } | null;
  /** The line is here, but not where the drive was to be joined. */
  join: number | null;
  /** The stop to ask about, or to which the driver returns. */
  question: { index: number; name: string } | null;
  going: { index: number; name: string; awayMeters: number; bearing: number } | null;
}

export interface Step {
  state: GuideState;
  shown: Shown;
  speech: Said[];
}
