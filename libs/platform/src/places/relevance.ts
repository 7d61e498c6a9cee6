/** How what was typed stands in a name: as all of it, as its beginning, or as the beginning of later words. */
export type Match = 'exact' | 'start' | 'word';

/** Scores are powers of ten of people: an exact name is worth ten times the population, and so on. */
const MATCH_SCORES: Record<Match, number> = { exact: 1, start: 0, word: -2.5 };
/** More than anything else can add up to: names written right come first. */
const TYPO_PENALTY = 20;
/** People come for drives: one is worth three towns of its size. */
const DRIVE_BONUS = 0.5;
/** What nearness adds at most: what is here counts like what has a hundred times the people. */
export const NEAR_BONUS_MAX = 2;
const NEAR_METERS = 20_000;
const FAR_METERS = 4_000_000;

export interface Candidate {
  match: Match;
  hasTypo: boolean;
  /** Of a place the logarithm of its people, of a drive its importance: both are powers of ten from about 3 to 7. */
  size: number;
  isDrive: boolean;
}

/** How well a candidate fits what was typed: drives and places on one scale, higher first, wherever they are. */
export function relevanceOf({ match, hasTypo, size, isDrive }: Candidate): number {
  return size + MATCH_SCORES[match] - (hasTypo ? TYPO_PENALTY : 0) + (isDrive ? DRIVE_BONUS : 0);
}

/** What a candidate gains by being so far from where somebody looks: less with each doubling of the distance, then nothing. */
export function nearBonus(meters: number): number {
  const share = Math.log1p(meters / NEAR_METERS) / Math.log1p(FAR_METERS / NEAR_METERS);
  return NEAR_BONUS_MAX * Math.max(0, 1 - share);
}
