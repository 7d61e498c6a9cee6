import type { Settings } from '@switchback/platform/config/settings';
import { DetectedRouter, GoogleRouter } from './http-routers.js';
import type { Router } from './router.js';

export const ROUTER = Symbol('Router');

type RouterSettings = Pick<Settings, 'DIRECTIONS_URL' | 'GOOGLE_MAPS_API_KEY'>;

/** The router that the settings name; null for none, where legs are straight. */
export function openRouter({ DIRECTIONS_URL, GOOGLE_MAPS_API_KEY }: RouterSettings): Router | null {
  if (DIRECTIONS_URL) return new DetectedRouter(DIRECTIONS_URL.replace(/\/+$/, ''));
  return GOOGLE_MAPS_API_KEY ? new GoogleRouter(GOOGLE_MAPS_API_KEY) : null;
}
