// Aim: where there is no road data, the editor says what to do, and staff how to add it.
import { NO_ROADS_NOTE } from '@switchback/contracts/rules/directions';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession, user } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import type { RouteFigures } from './legs.js';
import { RoadlessHelp } from './RouteFiguresLine.js';

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  rememberSession();
});
afterEach(() => api.server.close());

const show = (figures: Partial<RouteFigures>) =>
  renderApp(<RoadlessHelp figures={{ approximate: true, note: undefined, ...figures } as RouteFigures} />);

describe('a route without road data', () => {
  it('can be drawn or imported', async () => {
    show({ note: NO_ROADS_NOTE });
    expect(
      await screen.findByText(/click along it and use “Straight line” .* or import a recorded track/),
    ).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is one that staff can help', async () => {
    api.accounts.user = user({ accountType: 'admin' });
    show({});
    expect(await screen.findByRole('link', { name: 'Get OpenStreetMap extracts' })).toBeVisible();
    expect(screen.getByText(/README, “Road data”/)).toBeVisible();
  });

  it('is not one whose roads are being prepared, or that has roads', () => {
    show({ note: 'Straight line: road data is still being prepared' });
    show({ approximate: false });
    expect(screen.queryByText(/Straight line/)).toBeNull();
  });
});
