import type { GuideState, Shown } from '@switchback/geo/guide/guide-state';
import { useState } from 'react';
import { readStored, writeStored } from '../../session/storage.js';

/** The screen is bright this long before a turn, and after a tap. */
const BEFORE_SECONDS = 30;
const AFTER_TAP_MS = 10_000;
/** A car that is slow may meet its turn late. */
const SPEED_MIN = 8;
const DIM_KEY = 'switchback.dim';

/** Whether nothing on the screen needs the driver now. */
export function isQuiet(shown: Shown, { at, speed }: Pick<GuideState, 'at' | 'speed'>, tappedAt: number): boolean {
  const { phase, next, question, isWaiting } = shown;
  if (phase !== 'on' || question !== null || isWaiting || at - tappedAt < AFTER_TAP_MS) return false;
  return next === null || next.awayMeters > BEFORE_SECONDS * Math.max(SPEED_MIN, speed);
}

interface Dimming {
  isWanted: boolean;
  isDimmed: boolean;
  toggle: () => void;
  /** Brightens the screen for a while. */
  tap: () => void;
}

/** Dims the screen between turns, if the person wants it; remembered in the browser. */
export function useDimming(shown: Shown, state: Pick<GuideState, 'at' | 'speed'>): Dimming {
  const [isWanted, setWanted] = useState(() => readStored(DIM_KEY) === true);
  const [tappedAt, setTappedAt] = useState(state.at);
  return {
    isWanted,
    isDimmed: isWanted && isQuiet(shown, state, tappedAt),
    toggle: () => {
      writeStored(DIM_KEY, isWanted ? null : true);
      setWanted(!isWanted);
    },
    tap: () => setTappedAt(state.at),
  };
}
