import { unionBounds } from '@switchback/geo/bounds';
import { wrapLongitude } from '@switchback/geo/location';
import { clusterRadiusPixels } from './cluster-looks.js';
import type { MapCluster } from './map-port.js';
import { mercator, worldPixels } from './zoom.js';

/** Minimum distance of clusters as a multiple of their radii; leaves room for roads and place names. */
const CLOSEST = 1.5;

interface Placed {
  cluster: MapCluster;
  x: number;
  y: number;
  radius: number;
}

/**
 * Merges clusters of neighboring grid cells that would overlap at this zoom: every drive is still counted once, and
 * every number is readable. The largest clusters absorb the smaller ones around them.
 */
export function mergeClusters(clusters: readonly MapCluster[], zoom: number): MapCluster[] {
  const world = worldPixels(zoom);
  const place = (cluster: MapCluster): Placed => ({
    cluster,
    x: ((cluster.location.lng + 180) / 360) * world,
    y: (1 - mercator(cluster.location.lat)) * world,
    radius: clusterRadiusPixels(cluster.count),
  });
  let open = clusters.map(place).sort(largestFirst);
  for (;;) {
    const stored: Placed[] = [];
    for (const candidate of open) {
      const near = stored.findIndex((other) => crowds(other, candidate, world));
      const host = stored[near];
      if (host === undefined) stored.push(candidate);
      else stored[near] = place(joined(host.cluster, candidate.cluster));
    }
    // A cluster that absorbed another has grown and moved, and may now overlap its next neighbor.
    if (stored.length === open.length) return stored.map(({ cluster }) => cluster);
    open = stored.sort(largestFirst);
  }
}

function largestFirst(a: Placed, b: Placed): number {
  return b.cluster.count - a.cluster.count;
}

/** Called some hundred thousand times for a full map, so it avoids square roots. */
function crowds(a: Placed, b: Placed, world: number): boolean {
  const reach = CLOSEST * (a.radius + b.radius);
  const down = a.y - b.y;
  if (down > reach || down < -reach) return false;
  const straight = Math.abs(a.x - b.x);
  const across = Math.min(straight, world - straight);
  return across * across + down * down < reach * reach;
}

/** The merged cluster is at the average location of its drives, along the shorter way around the globe. */
function joined(a: MapCluster, b: MapCluster): MapCluster {
  const count = a.count + b.count;
  const share = b.count / count;
  return {
    location: {
      lat: a.location.lat + share * (b.location.lat - a.location.lat),
      lng: wrapLongitude(a.location.lng + share * wrapLongitude(b.location.lng - a.location.lng)),
    },
    count,
    bounds: unionBounds(a.bounds, b.bounds),
  };
}
