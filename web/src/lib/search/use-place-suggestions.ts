import type { Suggestion } from '@switchback/contracts/resources/geo';
import type { LatLng } from '@switchback/geo/location';
import { useSuggestPlacesQuery } from '../../api/api.js';
import { useLazyPlaceQuery } from '../../api/place-endpoint.js';

/** Suggestions of places for a text. */
interface PlaceSuggestions {
  /** Those of an earlier text stay until the next ones arrive. */
  places: readonly Suggestion[];
  /** Those of this text alone. */
  current: readonly Suggestion[];
  isFetching: boolean;
  /** Returns where a suggested place lies; null if that cannot be found out. */
  locate: (value: string) => Promise<LatLng | null>;
}

/** @param near the location that the person is looking at; null if unknown. */
export function usePlaceSuggestions(text: string, near: LatLng | null): PlaceSuggestions {
  const [findPlace] = useLazyPlaceQuery();
  const where = near === null ? undefined : `${near.lat.toFixed(1)},${near.lng.toFixed(1)}`;
  const { data, currentData, isFetching } = useSuggestPlacesQuery(
    { text, kind: 'place', near: where },
    { skip: text === '' },
  );
  const locate = (value: string) =>
    findPlace(value)
      .unwrap()
      .then(
        ({ location }) => location,
        () => null,
      );
  return { places: data ?? [], current: currentData ?? [], isFetching, locate };
}
