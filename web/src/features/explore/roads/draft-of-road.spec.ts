// Aim: a road becomes a draft that can be saved: with its line, its ends, its tags and a title that the rules allow.
import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import { describe, expect, it } from 'vitest';
import { draftOfRoad } from './draft-of-road.js';

const place = (label: string, lat: number) => ({ label, location: { lat, lng: 1.5 } });
const DIRECTIONS: RoutedDirections = {
  source: 'track',
  legs: [
    {
      start: place('near Ordino, Andorra', 42.55),
      end: place('2 mi north of Canillo, Andorra', 42.56),
      distance: 9_800,
      duration: 900,
      path: '_ohbG_ibE_pR_pR',
    },
  ],
  tags: [{ category: 'environment', name: 'mountain', source: 'map', meters: 4_000 }],
};

describe('the draft of a road', () => {
  it('has its line, its ends and its tags', () => {
    const { fields, route, rev } = draftOfRoad({ name: 'Coll', ref: null }, DIRECTIONS);
    expect(fields).toMatchObject({ tags: [{ category: 'environment', name: 'mountain' }], isPublic: false });
    expect(route.directions).toBe(DIRECTIONS);
    expect(route.waypoints.map(({ label, value }) => [label, value.location.lat])).toEqual([
      ['near Ordino, Andorra', 42.55],
      ['2 mi north of Canillo, Andorra', 42.56],
    ]);
    expect(rev).toBeNull();
  });

  it.each([
    ["Carretera Coll d'Ordino", 'CS-340', "Carretera Coll d'Ordino"],
    ['carretera del serrat', null, 'Carretera Del Serrat'],
    ['Straße/Rue (alt)', null, 'Straße Rue Alt'],
    [null, 'CS-340', 'Road CS-340'],
    [null, 'B 1 @@', 'Road by Ordino'],
    [null, null, 'Road by Ordino'],
  ])('of the road %s, %s has the title %s', (name, ref, title) => {
    expect(draftOfRoad({ name, ref }, DIRECTIONS).fields.title).toBe(title);
  });
});
