// Aim: a list of drives is drawn in its order with numbers and the ways between them, which cannot be picked; another
// order does not move the map.
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';
import DrivesMap from './DrivesMap.js';
import { installFakeEngine, madePorts } from './fake-port.js';

const line = (lat: number) => [
  { lat, lng: -82.5 },
  { lat: lat + 0.1, lng: -82.4 },
];
const A = { id: 'a', path: line(35), approximate: false };
const B = { id: 'b', path: line(36), approximate: false };
const WAY = { path: line(35.5), approximate: true };

let api: FakeApi;
beforeEach(() => {
  installFakeEngine();
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

it('numbers the drives, and draws dashed ways below them', async () => {
  const picked = vi.fn();
  const hovered = vi.fn();
  const drives = [
    { ...A, number: 1 },
    { ...B, number: 2 },
  ];
  renderApp(<DrivesMap label="Map" drives={drives} ways={[WAY]} markedId="b" onPick={picked} onHover={hovered} />);
  await waitFor(() => expect(madePorts.at(-1)?.lines).toHaveLength(3));
  const port = madePorts.at(-1)!;
  expect(port.lines.map(({ id }) => id).slice(0, 2)).toEqual(['a', 'b']);
  expect(port.lines.at(-1)).toMatchObject({ ...WAY, color: '#6b7280', thin: true });
  expect(port.markers).toEqual([
    { location: B.path[0], kind: 'number', number: 2 },
    { location: A.path[0], kind: 'number', number: 1 },
  ]);
  expect(port.marks.hoveredId).toBe('b');
  const way = port.lines.at(-1)!.id;
  act(() => {
    port.events.onPick([way], { x: 0, y: 0 });
    port.events.onPick([way, 'a'], { x: 0, y: 0 });
    port.events.onHover([way], { x: 0, y: 0 });
    port.events.onHover(['b'], { x: 0, y: 0 });
  });
  expect(picked.mock.calls).toEqual([['a']]);
  expect(hovered.mock.calls).toEqual([[null], ['b']]);
});

it('stays where it is when the order changes, and shows a new drive', async () => {
  const lists = [
    [A, B],
    [B, A],
    [B, A, { ...A, id: 'c', path: line(38) }],
  ];
  function Lists() {
    const [shown, setShown] = useState(0);
    return (
      <>
        <button onClick={() => setShown(shown + 1)}>next</button>
        <DrivesMap label="Map" drives={lists[shown]!} onPick={() => undefined} />
      </>
    );
  }
  renderApp(<Lists />);
  const next = () => userEvent.click(screen.getByRole('button', { name: 'next' }));
  await waitFor(() => expect(madePorts.at(-1)?.fits).toHaveLength(1));
  await next();
  expect(madePorts.at(-1)?.lines[0]?.id).toBe('b');
  expect(madePorts.at(-1)?.fits).toHaveLength(1);
  await next();
  expect(madePorts.at(-1)?.fits).toHaveLength(2);
});
