/** A place with its relevance. */
interface Scored {
  score: number;
}

/** Facts that decide the order of places with the same name. */
export interface Named {
  /** Equal for places that the person may mean by the same name. */
  name: string;
  /** In the country of the person. */
  isHome: boolean;
  /** A place that never gives way: a country. */
  isFixed: boolean;
}

/**
 * Returns the places with those of the person's country before namesakes; otherwise in their order, best
 * first. The best of those that give way, which most people of the world mean, stays in the list: at least as the last.
 */
export function homeFirst<Place extends Scored>(
  places: readonly Place[],
  limit: number,
  namedOf: (place: Place) => Named,
): Place[] {
  const lastHome = new Map<string, number>();
  for (const [index, place] of places.entries()) {
    const { name, isHome } = namedOf(place);
    if (isHome) lastHome.set(name, index);
  }
  const placed = places.map((place, index) => {
    const { name, isHome, isFixed } = namedOf(place);
    return { place, after: isHome || isFixed ? index : Math.max(index, lastHome.get(name) ?? index) };
  });
  // A stable sort would leave a place that moves before the one that it moves behind.
  const ordered = placed
    .map(({ place, after }, index) => ({ place, at: after === index ? index : after + 0.5 }))
    .sort((a, b) => a.at - b.at)
    .map(({ place }) => place);
  const known = placed.find(({ after }, index) => after !== index)?.place;
  return withDescendingScores(keeping(known, ordered.slice(0, limit), limit));
}

function keeping<Place>(known: Place | undefined, shown: readonly Place[], limit: number): Place[] {
  if (known === undefined || shown.includes(known) || limit < 2) return [...shown];
  return [...shown.slice(0, limit - 1), known];
}

/** Lowers the scores of places that moved back: callers merge lists by score. */
function withDescendingScores<Place extends Scored>(places: readonly Place[]): Place[] {
  let score = Number.POSITIVE_INFINITY;
  return places.map((place) => {
    score = Math.min(score, place.score);
    return { ...place, score };
  });
}
