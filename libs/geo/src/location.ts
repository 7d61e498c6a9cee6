/** A point in WGS84 degrees: lat within ±90, lng within ±180. */
export interface LatLng {
  lat: number;
  lng: number;
}

/** A box in WGS84 degrees. It crosses the antimeridian when west is greater than east. */
export interface Bounds {
  north: number;
  east: number;
  south: number;
  west: number;
}

/** Brings any finite longitude into -180 (included) to 180 (excluded). */
export function wrapLongitude(lng: number): number {
  if (lng >= -180 && lng < 180) {
    return lng;
  }
  return ((((lng + 180) % 360) + 360) % 360) - 180;
}

/**
 * Longitudes of a path in degrees, continued past ±180 where the path crosses the antimeridian, so that neighbours never
 * lie more than 180 degrees apart. Of the two ways between two points a path always takes the shorter.
 */
export function unwrapLongitudes(path: readonly LatLng[]): Float64Array {
  const unwrapped = new Float64Array(path.length);
  let turnsDegrees = 0;
  path.forEach((point, index) => {
    const step = index === 0 ? 0 : point.lng - path[index - 1]!.lng;
    if (step > 180) {
      turnsDegrees -= 360;
    } else if (step < -180) {
      turnsDegrees += 360;
    }
    unwrapped[index] = point.lng + turnsDegrees;
  });
  return unwrapped;
}
