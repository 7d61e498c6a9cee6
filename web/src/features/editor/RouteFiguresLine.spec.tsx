// Aim: where there is no road data, the editor says what to do.
import { NO_ROADS_NOTE } from '@switchback/contracts/rules/directions';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rememberSession } from '../../testing/accounts.js';
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
    expect(await screen.findByText(/^Roads can’t be followed here yet\. Import a GPX, or click/)).toBeVisible();
  });

  it('is not one whose roads are being prepared, or that has roads', () => {
    show({ note: 'Straight line: road data is still being prepared' });
    show({ approximate: false });
    expect(screen.queryByText(/Straight line/)).toBeNull();
  });
});
