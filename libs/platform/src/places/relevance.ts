/** Position of the typed text in a name: the whole name, its start, or the start of a later word. */
export type Match = 'exact' | 'start' | 'word';

/** Scores are powers of ten of the population: an exact match is worth ten times the population, and so on. */
const MATCH_SCORES: Record<Match, number> = { exact: 1, start: 0, word: -2.5 };
/** Exceeds the sum of all other terms: correctly spelled names come first. */
const TYPO_PENALTY = 20;
/** People come for drives: a drive is worth three towns of its size. */
const DRIVE_BONUS = 0.5;
/** Maximum bonus for nearness: a place right here counts like one with a hundred times the population. */
export const NEAR_BONUS_MAX = 2;
const NEAR_METERS = 20_000;
const FAR_METERS = 4_000_000;

export interface Candidate {
  match: Match;
  hasTypo: boolean;
  /** Logarithm of a place's population, or a drive's importance: both range from about 3 to 7. */
  size: number;
  isDrive: boolean;
}

/**
 * Rates how well a candidate matches the typed text, regardless of location: drives and places on one scale, higher is
 * better.
 */
export function relevanceOf({ match, hasTypo, size, isDrive }: Candidate): number {
  return size + MATCH_SCORES[match] - (hasTypo ? TYPO_PENALTY : 0) + (isDrive ? DRIVE_BONUS : 0);
}

/**
 * Returns a candidate's bonus for its distance from the viewer: decreases with each doubling of the distance, down to
 * zero.
 */
export function nearBonus(meters: number): number {
  const share = Math.log1p(meters / NEAR_METERS) / Math.log1p(FAR_METERS / NEAR_METERS);
  return NEAR_BONUS_MAX * Math.max(0, 1 - share);
}
