import { CURVINESS_BAND_NAMES, type CurvinessBand } from '@switchback/contracts/rules/curviness';
import { PLAN_MINUTES, PLAN_TASTE } from '@switchback/contracts/rules/plans';
import type { LatLng } from '@switchback/geo/location';

const SEED_MAX = 2_147_483_647;
/** About a meter. */
const DEGREE_DECIMALS = 5;
const LABEL_MAX = 200;

/** The place where plans begin, and end unless they lead to another one. */
export interface Start {
  label: string;
  location: LatLng;
}

/** A request for plans; the page's URL holds all of it. */
export interface PlanState {
  /** Null until one is chosen. */
  start: Start | null;
  /** The place to drive to; null for back home. */
  to: Start | null;
  minutes: number;
  taste: CurvinessBand;
  loop: boolean;
  seed: number;
}

/** Parses the parameters of the page. Replaces missing and invalid ones by the defaults. */
export function parsePlanUrl(params: URLSearchParams): PlanState {
  return {
    start: parsePlace(params, { lat: 'lat', lng: 'lng', label: 'place' }),
    to: parsePlace(params, TO),
    minutes: integer(params.get('minutes'), PLAN_MINUTES) ?? PLAN_MINUTES.proposed,
    taste: CURVINESS_BAND_NAMES.find((band) => band === params.get('taste')) ?? PLAN_TASTE,
    loop: params.get('loop') !== 'false',
    seed: integer(params.get('seed'), { min: 0, max: SEED_MAX }) ?? 0,
  };
}

/** Serializes the state in a fixed order. `parsePlanUrl` restores the same state. */
export function planQuery({ start, to, minutes, taste, loop, seed }: PlanState): URLSearchParams {
  return new URLSearchParams({
    ...(start !== null && {
      lat: degrees(start.location.lat),
      lng: degrees(start.location.lng),
      place: start.label,
    }),
    ...(to !== null && {
      [TO.lat]: degrees(to.location.lat),
      [TO.lng]: degrees(to.location.lng),
      [TO.label]: to.label,
    }),
    minutes: String(minutes),
    taste,
    loop: String(loop),
    ...(seed !== 0 && { seed: String(seed) }),
  });
}

/** Names of the parameters of a place. */
interface PlaceNames {
  lat: string;
  lng: string;
  label: string;
}

const TO: PlaceNames = { lat: 'toLat', lng: 'toLng', label: 'toPlace' };

function parsePlace(params: URLSearchParams, names: PlaceNames): Start | null {
  const [lat, lng] = [number(params.get(names.lat)), number(params.get(names.lng))];
  if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 180) return null;
  return { label: (params.get(names.label) ?? '').slice(0, LABEL_MAX), location: { lat, lng } };
}

function number(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

function integer(text: string | null, { min, max }: { min: number; max: number }): number | null {
  const value = number(text);
  return value !== null && Number.isInteger(value) && value >= min && value <= max ? value : null;
}

function degrees(value: number): string {
  return String(Number(value.toFixed(DEGREE_DECIMALS)));
}
