// Aim: a form with an unknown place tells its author which one.
import { expect, it } from '@jest/globals';
import { placeAll } from './place-waypoints.js';

it('names the first unknown place', async () => {
  const known = { label: 'Vaduz', location: { lat: 47.14, lng: 9.52 }, placeId: '' };
  const unknown = ['Atlantis', 'Avalon'].map((label) => ({ label, location: undefined, placeId: `city:${label}` }));
  const { fault } = await placeAll([known, ...unknown], { place: async () => null }, 9);
  expect(fault).toBe('The place “Atlantis” was not found.');
});
