import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drive } from '../../../testing/drives.js';
import { renderApp } from '../../../testing/render.js';
import { FakeApi } from '../../../testing/server.js';
import { ExplorePage } from '../ExplorePage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.drives = ['Blue Ridge', 'Sea Cliffs', 'Gulf Road', 'Red Desert'].map((title, index) =>
    drive({ id: 'abcd'.charAt(index), title, gain: index === 0 ? null : 300 * index }),
  );
  api.server.listen();
});
afterEach(() => api.server.close());

function explore(at: string) {
  const page = <ExplorePage MapView={() => null} DetailsPanel={({ driveId }) => <p>details of {driveId}</p>} />;
  return renderApp(
    <Routes>
      <Route path="/explore" element={page} />
    </Routes>,
    at,
  );
}

const box = (title: string) => screen.findByRole('checkbox', { name: `Compare ${title}` });
const table = async () => within(await screen.findByRole('complementary', { name: 'Compare drives' }));

describe('a comparison', () => {
  // Aim: ticked cards are compared in the order of their ticks, and the address says which.
  it('shows the ticked drives side by side', async () => {
    const { address } = explore('/explore?view=list');
    await userEvent.click(await box('Sea Cliffs'));
    await userEvent.click(await box('Blue Ridge'));
    await userEvent.click(screen.getByRole('button', { name: 'Compare 2' }));
    const shown = await table();
    await waitFor(() =>
      expect(shown.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
        '1Sea Cliffs',
        '2Blue Ridge',
      ]),
    );
    expect(shown.getByRole('row', { name: /^Climb/ })).toHaveTextContent('Climb984 ftNot known');
    expect(address()).toContain('compare=b,a&comparing=true');
  });

  // Aim: a fourth drive cannot be ticked; removing one makes room.
  it('has at most three drives', async () => {
    explore('/explore?view=list&compare=a,b,c,d&comparing=true');
    expect(await box('Red Desert')).toBeDisabled();
    await userEvent.click(await (await table()).findByRole('button', { name: 'Remove Gulf Road' }));
    expect(await box('Red Desert')).toBeEnabled();
    expect(await box('Gulf Road')).not.toBeChecked();
  });

  // Aim: a compared drive opens from the comparison; clearing unticks all.
  it('opens a drive, and is cleared', async () => {
    const { address } = explore('/explore?view=list&compare=a,b&comparing=true');
    const shown = await table();
    await userEvent.click(await shown.findByRole('link', { name: 'Sea Cliffs' }));
    expect(await screen.findByText('details of b')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'List' }));
    await userEvent.click(await (await table()).findByRole('button', { name: 'Clear' }));
    await waitFor(() => expect(address()).toBe('/explore?view=list'));
    expect(await box('Blue Ridge')).not.toBeChecked();
  });

  // Aim: a link to drives that are gone, or to a single one, says what to do.
  it('asks for more drives', async () => {
    explore('/explore?view=list&compare=gone&comparing=true');
    const shown = await table();
    expect(await shown.findByText('Tick more drives in the list to compare them here.')).toBeVisible();
    await userEvent.click(await box('Blue Ridge'));
    expect(await shown.findByRole('columnheader', { name: /Blue Ridge/ })).toBeVisible();
    await userEvent.click(await box('Sea Cliffs'));
    await waitFor(() => expect(shown.queryByText(/^Tick more/)).toBeNull());
  });
});
