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

/** Wraps any finite longitude to -180 (inclusive) to 180 (exclusive). */
export function wrapLongitude(lng: number): number {
  if (lng >= -180 && lng < 180) {
    return lng;
  }
  return ((((lng + 180) % 360) + 360) % 360) - 180;
}

/**
 * Returns the longitudes of a path in degrees, continued past ±180 where the path crosses the antimeridian, so that
 * neighbors are never more than 180 degrees apart. A path always takes the shorter way between two points.
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
