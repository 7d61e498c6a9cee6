import type { PublicProfile } from '@switchback/contracts/resources/user';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberSession, user } from '../../testing/accounts.js';
import { drive } from '../../testing/drives.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import { avatarFault } from './avatar-file.js';
import { EditProfile } from './EditProfile.js';
import ProfilePage from './ProfilePage.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

const open = (path: string) =>
  renderApp(
    <Routes>
      <Route path="/profile/:id?" element={<ProfilePage />} />
    </Routes>,
    path,
  );

const OTHER: PublicProfile = {
  user: { id: 'u2', username: 'coast.lover', avatar: null, accountType: 'hero', bio: 'Sea and asphalt.' },
  stats: { miles: 1_234.5, saved: 2, published: 1 },
  lists: { saved: ['a'], published: ['b'] },
};
const tile = (name: string) =>
  within(screen.getByText(name, { selector: 'dt' }).parentElement!).getByRole('definition');
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('a profile', () => {
  // Aim: another user's profile shows only visible parts: no private section, and no placeholder for hidden ones.
  it('of another person shows their visible fields', async () => {
    api.accounts.people.set('u2', OTHER);
    open('/profile/u2');
    expect(await screen.findByRole('heading', { level: 1, name: 'coast.lover' })).toBeVisible();
    expect(screen.getByText('Sea and asphalt.')).toBeVisible();
    expect(tile('Miles')).toHaveTextContent('1,234.5');
    expect(screen.queryByText('Hours')).toBeNull();
    expect(tabs()).toEqual(['Saved', 'Published']);
    expect(await screen.findByRole('link', { name: 'Blue Ridge' })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Published' }));
    expect(await screen.findByRole('link', { name: 'Sea Cliffs' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit profile' })).toBeNull();
  });

  // Aim: the user's own profile has all sections, and a free account counts only saved drives.
  it('of one’s own counts only saved drives for a free account', async () => {
    api.accounts.user = user({ savedDrives: ['a', 'b'] });
    rememberSession();
    open('/profile/u1');
    expect(await screen.findByRole('link', { name: 'Edit profile' })).toHaveAttribute(
      'href',
      '/settings?tab=profile&editing=true',
    );
    expect(tabs()).toEqual(['Saved', 'Completed', 'Private', 'Published', 'Shared with me', 'Shared by me']);
    expect(tile('Saved')).toHaveTextContent('2');
    expect(tile('Miles')).toHaveTextContent('--');
    expect(tile('Miles')).toHaveTextContent('This feature is available when you upgrade your account.');
    expect(screen.getByText(/^Free accounts count saved drives/)).toBeVisible();
    // Drives shared in its time as a Hero may exist: the list says nothing of them.
    await userEvent.click(screen.getByRole('tab', { name: 'Shared with me' }));
    expect(screen.getByText(/^Drives that people share with you are shown to Heroes\./)).toBeVisible();
    expect(screen.queryByText(/Nobody shares a drive/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/account-benefits?type=hero');
  });

  // Aim: a Hero sees every figure.
  it('of a hero counts everything', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    rememberSession();
    open('/profile/u1');
    await screen.findByRole('link', { name: 'Edit profile' });
    expect(tile('Miles')).toHaveTextContent('12.34');
    expect(tile('Hours')).toHaveTextContent('2.5');
    expect(screen.queryByText(/^Free accounts/)).toBeNull();
  });

  // Aim: tiles and lists count a submitted drive under the state that its card shows.
  it('is consistent about submitted drives', async () => {
    const sent = (id: string, status: 'pending' | 'changes-requested') =>
      drive({ id, title: id, status, created: { user: { id: 'u1', username: 'ridge.runner' }, at: '' } });
    api.drives = [sent('a', 'pending'), sent('b', 'changes-requested'), sent('d', 'pending')];
    api.accounts.user = user({ accountType: 'hero', pendingDrives: ['a', 'b', 'd'], privateDrives: ['c'] });
    rememberSession();
    open('/profile/u1');
    await screen.findByRole('link', { name: 'Edit profile' });
    const states = ['Private', 'Pending review', 'Changes requested', 'Published'];
    expect(tabs()).toEqual(['Saved', 'Completed', ...states, 'Shared with me', 'Shared by me']);
    const counts = states.map((state) => /\d+/.exec(tile(state).textContent ?? '')?.[0]);
    expect(counts).toEqual(['1', '2', '1', '0']);
    await userEvent.click(screen.getByRole('tab', { name: 'Changes requested' }));
    const card = (await screen.findByRole('link', { name: 'b' })).closest('article')!;
    expect(within(card).getByText('Changes requested')).toBeVisible();
  });

  // Aim: on a phone, the sections are stacked in the spec's order.
  it('has one column if narrow', async () => {
    const { matchMedia } = globalThis;
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media.includes('max-width: 550px'),
      media,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    api.accounts.people.set('u2', OTHER);
    open('/profile/u2');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Saved',
      'Published',
    ]);
    vi.stubGlobal('matchMedia', matchMedia);
  });

  // Aim: a URL without a user ID, or with an unknown one, reports a missing profile.
  it.each(['/profile', '/profile/nobody'])('is missing at %s', async (path) => {
    open(path);
    expect(await screen.findByText('Profile not found.')).toBeVisible();
  });
});

describe('editing the profile', () => {
  const edit = () => {
    const done = vi.fn();
    rememberSession();
    const view = renderApp(<EditProfile user={api.accounts.user} onDone={done} />);
    return { ...view, done };
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  // Aim: the form saves trimmed values and closes.
  it('saves names and texts', async () => {
    const { done } = edit();
    await userEvent.clear(screen.getByLabelText('First name'));
    await userEvent.type(screen.getByLabelText('First name'), ' Robyn ');
    await userEvent.type(screen.getByLabelText('Bio'), 'Curves.');
    await save();
    await waitFor(() => expect(done).toHaveBeenCalled());
    expect(api.accounts.user).toMatchObject({ firstName: 'Robyn', bio: 'Curves.', username: 'ridge.runner' });
  });

  // Aim: invalid input is not sent: an empty username, a taken one, a bio that is too long.
  it('rejects invalid fields', async () => {
    const { done } = edit();
    const username = screen.getByLabelText('Username');
    await userEvent.clear(username);
    await save();
    expect(await screen.findByText('Username is required')).toBeVisible();
    expect(username).toHaveFocus();
    await userEvent.type(username, 'taken');
    expect(await screen.findByText('Username is taken. Please choose another username.')).toBeVisible();
    await save();
    await userEvent.click(screen.getByLabelText('Bio'));
    await userEvent.paste('x'.repeat(151));
    await userEvent.tab();
    expect(await screen.findByText('User bio cannot exceed 150 characters')).toBeVisible();
    expect(api.accounts.sent).toEqual([]);
    expect(done).not.toHaveBeenCalled();
  });

  // Aim: canceling changes nothing.
  it('is left without saving', async () => {
    const { done } = edit();
    await userEvent.type(screen.getByLabelText('Last name'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(done).toHaveBeenCalled();
    expect(api.accounts.sent).toEqual([]);
  });

  // Aim: a state shows once there is a country, and a change of country clears state and city.
  it('clears places in another country', async () => {
    api.accounts.user = user({
      country: { id: 233, name: 'United States' },
      state: { id: 1447, name: 'North Carolina' },
      city: { id: 110_000, name: 'Asheville' },
    });
    edit();
    expect(screen.getByRole('combobox', { name: 'City' })).toHaveValue('Asheville');
    await userEvent.click(screen.getByRole('button', { name: 'clear Country' }));
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveValue('');
    expect(screen.getByRole('combobox', { name: 'City' })).toHaveValue('');
    await save();
    await waitFor(() =>
      expect(api.accounts.sent.at(-1)).toEqual([
        'profile',
        expect.objectContaining({ country: null, state: null, city: null }),
      ]),
    );
  });
});

const HEIC = '\0\0\0\x18ftypheic';

describe('the file of a photo', () => {
  // Aim: phone formats that browsers cannot display are refused with a message; a wrong file name alone is accepted.
  it.each([
    ['a.jpg', 'image/jpeg', '', 1_000, null],
    ['a.TIFF', '', '', 1_000, null],
    ['a.heic', 'image/heic', HEIC, 1_000, 'format'],
    ['a.heif', '', HEIC, 1_000, 'format'],
    ['a.HEIC', 'image/jpeg', HEIC, 1_000, 'format'],
    ['a.gif', 'image/gif', 'GIF89a', 1_000, 'format'],
    ['a.webp', 'image/webp', '\xff\xd8\xff\xe0', 1_000, null],
    ['a.png', 'image/png', '', 20_000_001, 'size'],
  ])('%s (%s) that starts with %j, %i bytes, is validated', async (name, type, start, size, fault) => {
    const file = new File([Buffer.from(start, 'latin1')], name, { type });
    const said = await avatarFault(Object.defineProperty(file, 'size', { value: size }));
    if (fault === null) expect(said).toBeNull();
    else expect(said).toContain(fault);
  });
});
