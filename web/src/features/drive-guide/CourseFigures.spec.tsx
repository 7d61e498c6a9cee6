// Aim: before a day or a plan, a driver reads its length and time, marked where they are estimates, and what the guide
// does not lead along.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { renderApp } from '../../testing/render.js';
import { CourseFigures } from './CourseFigures.js';

const courseWith = (isApproximate: boolean): GuideCourse => ({
  title: 'Weekend, Day 1',
  origin: '/collection/c1',
  bounds: { north: 36, east: -82, south: 35, west: -83 },
  path: '',
  source: { stops: [], places: [], bends: [], maneuvers: null, durationSeconds: 7_200, isApproximate },
  drives: ['Ridge Road', 'Sea Cliffs'].map((title) => ({
    id: title,
    title,
    fromMeters: 0,
    toMeters: 1,
    lengthMeters: 1,
  })),
});
const textsOf = () => screen.getAllByText((_text, element) => element?.tagName === 'P').map((line) => line.textContent);

it.each([
  [false, '50 mi · 2 h'],
  [true, '~50 miabout 50 mi · ~2 habout 2 h'],
])('marks estimates (approximate: %s)', (isApproximate, figures) => {
  renderApp(<CourseFigures course={courseWith(isApproximate)} meters={80_467} wholeMeters={81_000} />);
  expect(textsOf()).toEqual([figures, 'Ridge Road · Sea Cliffs']);
});

it('says how far it is between the drives where no road is known', () => {
  renderApp(<CourseFigures course={courseWith(false)} meters={80_467} wholeMeters={96_560} />);
  expect(screen.getByText(/^Plus ~10 mi of ways to and between the drives/)).toBeVisible();
});
