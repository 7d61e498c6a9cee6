import type { LatLng } from '@switchback/geo/location';
import { ExtractError } from './extract/extract-error.js';
import { NodePlaces } from './extract/node-places.js';
import { type ExtractHeader, type Member, readHeader, readPrimitives, type Tags } from './extract/primitives.js';
import { type ExtractFile, readBlocks } from './extract/read-blocks.js';
import { doubleArea, locationOf, placeOf } from './map/area.js';
import { areaOf, borderOf, waterwayOf } from './map/area-features.js';
import { CoveredLand } from './map/covered-land.js';
import { FeatureStore, type MapFeature } from './map/feature-store.js';
import { pointOf } from './map/point-features.js';
import { type Edge, polygonsOf, type Ring, ringsOf } from './map/rings.js';
import { roadOf } from './map/road-features.js';
import { zoomOfArea } from './map/zooms.js';
import type { CurvyRoad } from './roads/curvy-road.js';
import { RoadWays } from './roads/find-roads.js';
import { roadWayOf } from './roads/road-way.js';
import { type MapStop, type StopFacts, stopOf, STOPS_MAX } from './stops/map-stop.js';

/** A ring has three corners and returns to its first one: four pairs of coordinates. */
const RING_LENGTH_MIN = 8;

export interface RegionMap {
  features: FeatureStore;
  /** The curviest first. */
  roads: CurvyRoad[];
  stops: readonly MapStop[];
  /** Time of the data, in epoch seconds; null if the file does not say it. */
  timestamp: number | null;
  /** Parts that the map lacks because the extract does. */
  skipped: { nodesOffEarth: number; waysWithoutNodes: number; openRings: number };
}

/** An area or border that several ways form. */
interface Multipolygon {
  area: MapFeature | null;
  border: MapFeature | null;
  members: readonly { id: number; isInner: boolean }[];
}

/**
 * Reads what the map draws from an extract, in two passes: relations name the ways that they need, and come last.
 * @param progress called with the share that is done, from 0 to 1.
 * @throws ExtractError if the file cannot be read.
 */
export function readExtract(file: ExtractFile, progress: (share: number) => void): RegionMap {
  const relations = new RelationReader();
  const header = readAll(file, relations, (share) => progress(share / 2));
  const map = new MapReader(relations);
  readAll(file, map, (share) => progress((1 + share) / 2));
  map.addMultipolygons();
  map.land.addTo(map.features);
  if (map.features.size === 0) throw new ExtractError('The extract contains nothing that the map draws');
  const roads = map.roads.find(map.features);
  return { features: map.features, roads, stops: map.stops, timestamp: header.timestamp, skipped: map.skipped };
}

function readAll(
  file: ExtractFile,
  reader: RelationReader | MapReader,
  progress: (share: number) => void,
): ExtractHeader {
  let header: ExtractHeader | undefined;
  for (const block of readBlocks(file)) {
    if (block.type === 'OSMHeader') header ??= readHeader(block, file.size);
    else if (!header) throw new ExtractError('The file is not an OSM PBF extract: it has no header');
    else if (block.type === 'OSMData') readPrimitives(block, file.size, reader);
    progress(block.offset / file.size);
  }
  if (!header) throw new ExtractError('The file is not an OSM PBF extract: it is empty');
  return header;
}

/** Collects the multipolygons, and the ways that they need. */
class RelationReader {
  readonly multipolygons: Multipolygon[] = [];
  readonly ways = new Set<number>();

  relation(_id: number, members: readonly Member[], tags: Tags): void {
    const type = tags.get('type');
    if (type !== 'multipolygon' && type !== 'boundary') return;
    const [area, border] = [areaOf(tags), borderOf(tags)];
    if (!area && !border) return;
    const ways = members.flatMap((member) =>
      member.type === 'way' ? [{ id: member.id, isInner: member.role === 'inner' }] : [],
    );
    for (const { id } of ways) this.ways.add(id);
    this.multipolygons.push({ area, border, members: ways });
  }
}

/** Collects the features of nodes and ways, and the lines of ways that multipolygons need. */
class MapReader {
  readonly features = new FeatureStore();
  readonly land = new CoveredLand();
  readonly roads = new RoadWays();
  readonly stops: MapStop[] = [];
  readonly skipped = { nodesOffEarth: 0, waysWithoutNodes: 0, openRings: 0 };
  #nodes = new NodePlaces();
  readonly #edges = new Map<number, Edge>();
  readonly #relations: RelationReader;

  constructor(relations: RelationReader) {
    this.#relations = relations;
  }

  node(id: number, lat: number, lng: number, tags: Tags | null): void {
    const place = placeOf({ lat, lng });
    if (!place) {
      this.skipped.nodesOffEarth += 1;
      return;
    }
    this.#nodes.add(id, place.x, place.y);
    const feature = tags && pointOf(tags);
    if (feature) this.features.add(feature, 'point', [[place.x, place.y]]);
    const stop = tags && stopOf(tags);
    if (stop) this.#addStop(`n${id}`, stop, { lat, lng });
  }

  way(id: number, refs: readonly number[], tags: Tags): void {
    const isNeeded = this.#relations.ways.has(id);
    const isClosed = refs.length > 3 && refs[0] === refs.at(-1);
    const line = tags.size > 0 ? (roadOf(tags) ?? waterwayOf(tags)) : null;
    const area = tags.size > 0 && !line && isClosed ? areaOf(tags) : null;
    const isCoast = tags.get('natural') === 'coastline';
    const stop = isClosed ? stopOf(tags) : null;
    if (!isNeeded && !line && !area && !isCoast && !stop) return;
    const points = this.#pointsOf(refs);
    if (points.length < 4) return;
    const isWhole = points.length === 2 * refs.length;
    const ends = { id, first: refs[0]!, last: refs.at(-1)! };
    if (isNeeded && isWhole) this.#edges.set(id, { ...ends, points });
    if (isCoast && isWhole) this.land.addCoast({ ...ends, points });
    if (line) this.features.add(line, 'line', [points]);
    const road = line && isWhole ? roadWayOf(tags) : null;
    if (road) this.roads.add(ends, road, this.features, this.features.size - 1);
    if (line && liesOnLand(line)) this.land.addRoad(points);
    if (area && isWhole) this.#addArea(area, [points]);
    if (stop) this.#addStop(`w${id}`, stop, middleOf(points));
  }

  #addStop(id: string, stop: StopFacts, { lat, lng }: LatLng): void {
    if (this.stops.length < STOPS_MAX) this.stops.push({ id, ...stop, lat: rounded(lat), lng: rounded(lng) });
  }

  /** Adds the areas and borders of the relations; call it once all ways were read. Frees what only ways need. */
  addMultipolygons(): void {
    this.#nodes = new NodePlaces();
    for (const { area, border, members } of this.#relations.multipolygons) {
      if (border) this.#addBorder(border, members);
      if (area) this.#addMultipolygon(area, members);
    }
  }

  #addBorder(border: MapFeature, members: Multipolygon['members']): void {
    for (const { id } of members) {
      const edge = this.#edges.get(id);
      if (edge) this.features.add(border, 'line', [edge.points]);
    }
  }

  #addMultipolygon(area: MapFeature, members: Multipolygon['members']): void {
    const edgesOf = (isInner: boolean) =>
      members.flatMap((member) => (member.isInner === isInner ? (this.#edges.get(member.id) ?? []) : []));
    const [outer, inner] = [ringsOf(edgesOf(false)), ringsOf(edgesOf(true))];
    this.skipped.openRings += outer.open + inner.open;
    for (const polygon of polygonsOf(outer.rings, inner.rings)) this.#addArea(area, polygon);
  }

  #addArea(area: MapFeature, rings: readonly Ring[]): void {
    if (rings[0]!.length < RING_LENGTH_MIN) return;
    const minZoom = Math.max(area.minZoom, zoomOfArea(doubleArea(rings[0]!)));
    this.features.add({ ...area, minZoom }, 'polygon', rings);
  }

  /** Returns the places of a way's nodes; leaves out those that the extract lacks. */
  #pointsOf(refs: readonly number[]): number[] {
    const points: number[] = [];
    for (const ref of refs) this.#nodes.push(ref, points);
    if (points.length < 2 * refs.length) this.skipped.waysWithoutNodes += 1;
    return points;
  }
}

/** Returns the middle of the box around the points of a ring. */
function middleOf(points: readonly number[]): LatLng {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < points.length; at += 2) {
    west = Math.min(west, points[at]!);
    east = Math.max(east, points[at]!);
    north = Math.min(north, points[at + 1]!);
    south = Math.max(south, points[at + 1]!);
  }
  return locationOf((west + east) / 2, (north + south) / 2);
}

/** Rounds to the fifth decimal: a meter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}

/** Ferries cross the sea, and so do bridges. */
function liesOnLand({ layer, properties: { kind, is_bridge: isBridge } }: MapFeature): boolean {
  return layer === 'roads' && kind !== 'other' && isBridge !== true;
}
