// Aim: each action on the waypoints does what its button promises, and every step can be undone.
import { describe, expect, it } from 'vitest';
import { canAdd, EMPTY_ROUTE, hasEnds, type RouteAction, routeReducer, type RouteState } from './route-state.js';

const at = (label: string) => ({ label, location: { lat: label.charCodeAt(0) - 60, lng: 0 } });
const click = (label: string): RouteAction => ({ type: 'clicked', ...at(label) });
const play = (actions: readonly RouteAction[], state: RouteState = EMPTY_ROUTE) => actions.reduce(routeReducer, state);
const labels = ({ points }: RouteState) => points.slots.map(({ label }) => label);

describe('a new route', () => {
  it('starts with two empty slots, and fills them by clicks', () => {
    expect(labels(EMPTY_ROUTE)).toEqual(['', '']);
    expect(hasEnds(EMPTY_ROUTE.points)).toBe(false);
    const route = play([click('A'), click('B'), click('C')]);
    expect(labels(route)).toEqual(['A', 'B', 'C']);
    expect(hasEnds(route.points)).toBe(true);
  });

  it('has at most nine places, and offers another only when all are filled', () => {
    const eight = play([...'ABCDEFGH'].map(click));
    expect(canAdd(eight.points)).toBe(true);
    const nine = play([{ type: 'added' }], eight);
    expect(canAdd(nine.points)).toBe(false);
    const full = play([click('I'), click('J'), { type: 'inserted', index: 1, ...at('K') }], nine);
    expect(labels(full).join('')).toBe('ABCDEFGHI');
  });

  it.each<[string, RouteAction, string]>([
    ['a point between', { type: 'inserted', index: 1, ...at('X') }, 'AXBC'],
    ['one less', { type: 'removed', index: 1 }, 'AC'],
    ['another order', { type: 'moved', from: 2, to: 0 }, 'CAB'],
    ['reversed', { type: 'reversed' }, 'CBA'],
    ['a loop', { type: 'closed' }, 'ABCA'],
    ['another place', { type: 'placed', index: 1, ...at('Y') }, 'AYC'],
  ])('becomes %s, and is restored by undo', (_name, action, expected) => {
    const before = play([...'ABC'].map(click));
    const after = play([action], before);
    expect(labels(after).join('')).toBe(expected);
    const undone = play([{ type: 'undone' }], after);
    expect(undone.points).toEqual(before.points);
    expect(play([{ type: 'redone' }], undone).points).toEqual(after.points);
  });

  it('gets a kind of way for a leg, which both halves and the other direction keep, and undo takes back', () => {
    const chosen: RouteAction = { type: 'tasted', indexes: [1], taste: 'twisty' };
    const tastes = ({ points }: RouteState) => points.slots.map(({ taste }) => taste);
    const before = play([...'ABC'].map(click));
    const after = play([{ type: 'freehandToggled', index: 1 }, chosen], before);
    expect(tastes(after)).toEqual([null, 'twisty', null]);
    expect(after.points.slots[1]!.freehand).toBe(false);
    expect(tastes(play([{ type: 'inserted', index: 1, ...at('X') }], after))).toEqual([null, 'twisty', 'twisty', null]);
    expect(tastes(play([{ type: 'reversed' }], after))).toEqual([null, null, 'twisty']);
    expect(tastes(play([{ ...chosen, taste: 'fastest' }], after))).toEqual([null, null, null]);
    expect(tastes(play([{ type: 'undone' }], after))).toEqual([null, null, null]);
  });

  it('keeps two slots when start or end is removed', () => {
    const route = play([click('A'), click('B'), { type: 'removed', index: 0 }]);
    expect(labels(route)).toEqual(['', 'B']);
    expect(hasEnds(route.points)).toBe(false);
  });

  it('clears the redo steps after a new action, and undoes nothing before the load', () => {
    const route = play([click('A'), { type: 'undone' }, click('B'), { type: 'redone' }]);
    expect(labels(route)).toEqual(['B', '']);
    const loaded = play([{ type: 'loaded', stops: [at('C'), at('D')], interests: [] }, { type: 'undone' }], route);
    expect(labels(loaded)).toEqual(['C', 'D']);
  });

  it('restores which legs are straight', () => {
    const stops = [at('A'), { ...at('B'), freehand: true }];
    const { points } = play([{ type: 'loaded', stops, interests: [] }]);
    expect(points.slots.map(({ freehand }) => freehand)).toEqual([false, true]);
  });

  it.each([
    [1, 'AXBC', [false, true, true, false]],
    [2, 'ABXC', [false, true, false, false]],
    [0, 'XABC', [false, false, true, false]],
    [3, 'ABCX', [false, true, false, false]],
  ])('keeps both halves of a straight leg straight, and no other leg, for a point at %i', (index, order, straight) => {
    const before = play([...[...'ABC'].map(click), { type: 'freehandToggled', index: 1 } as const]);
    const after = play([{ type: 'inserted', index, ...at('X') }], before);
    expect(labels(after).join('')).toBe(order);
    expect(after.points.slots.map(({ freehand }) => freehand)).toEqual(straight);
    expect(play([{ type: 'undone' }], after).points).toEqual(before.points);
  });

  it('keeps which legs are straight when it is reversed', () => {
    const route = play([
      click('A'),
      click('B'),
      click('C'),
      { type: 'freehandToggled', index: 1 },
      { type: 'reversed' },
    ]);
    expect(route.points.slots.map(({ label, freehand }) => [label, freehand])).toEqual([
      ['C', false],
      ['B', false],
      ['A', true],
    ]);
  });
});
