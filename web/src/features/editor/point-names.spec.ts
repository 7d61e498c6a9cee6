// Aim: a clicked point has a name that a person would use, and two points never have the same.
import { describe, expect, it } from 'vitest';
import { pinned, pointNames } from '../../lib/drafts/point-names.js';
import { EMPTY_ROUTE, type RouteAction, routeReducer } from './route-state.js';

const TOWN = { name: 'Mills River', location: { lat: 35.388, lng: -82.566 } };
const at = (north: number, east: number) => ({ lat: TOWN.location.lat + north, lng: TOWN.location.lng + east });

describe('the name of a point', () => {
  it.each([
    [0.03, 0, '2.1 mi N of Mills River'],
    [0.02, 0.025, '2 mi NE of Mills River'],
    [0, -0.04, '2.3 mi W of Mills River'],
    [-0.05, 0, '3.5 mi S of Mills River'],
  ])('has the direction from the town (%d north, %d east)', (north, east, exactLabel) => {
    expect(pointNames(at(north, east), TOWN, 'miles')).toEqual({ label: 'near Mills River', exactLabel });
  });

  it('says how far a town is that is not near', () => {
    expect(pointNames(at(0.5, 0), TOWN, 'kilometers').label).toBe('55.6 km N of Mills River');
  });

  it('has the distance if another point is near the same town, and is the same after undo and redo', () => {
    const [first, second] = [at(0, 0), at(0.03, 0)];
    const click = (location: typeof first): RouteAction => ({ type: 'clicked', label: pinned(location), location });
    const name = (location: typeof first): RouteAction => ({
      type: 'named',
      from: pinned(location),
      ...pointNames(location, TOWN, 'miles'),
    });
    const actions = [click(first), click(second), name(first), name(second)];
    const labels = (...more: RouteAction[]) =>
      [...actions, ...more].reduce(routeReducer, EMPTY_ROUTE).points.slots.map(({ label }) => label);
    expect(labels()).toEqual(['near Mills River', '2.1 mi N of Mills River']);
    expect(labels({ type: 'undone' })).toEqual(['near Mills River', '']);
    expect(labels({ type: 'undone' }, { type: 'redone' })).toEqual(labels());
  });
});
