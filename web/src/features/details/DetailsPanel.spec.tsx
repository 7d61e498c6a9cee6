import type { ReviewAxis } from '@switchback/contracts/rules/reviews';
import { encodePolyline } from '@switchback/geo/polyline';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { promptClosed } from '../../lib/store/prompt-slice.js';
import { refuse, rememberSession, user } from '../../testing/accounts.js';
import { renderApp } from '../../testing/render.js';
import { FakeApi } from '../../testing/server.js';
import DetailsPanel from './DetailsPanel.js';

let api: FakeApi;
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
});
afterEach(() => api.server.close());

/** A page with the button that opens the panel. */
function Page({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>open</button>
      {open && <DetailsPanel driveId={id} onClose={() => setOpen(false)} />}
    </>
  );
}

async function openPanel(id: string) {
  renderApp(<Page id={id} />);
  await userEvent.click(screen.getByRole('button', { name: 'open' }));
  return screen.findByRole('heading', { level: 2 });
}

/** Opens the panel and waits for the part that follows the first facts. */
async function openDrive(id: string) {
  const title = await openPanel(id);
  await screen.findByText(/Road Quality/);
  return title;
}

describe('the details of a drive', () => {
  // Aim: the panel shows everything the spec lists, including axes without ratings.
  it('show known values', async () => {
    expect(await openDrive('a')).toHaveTextContent('Blue Ridge');
    for (const text of ['10 mi', '1 h', 'A road along the ridge.', '7 of 10', '2.5 of 10', 'Mountain', 'Official']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('Not rated yet: Road Quality')).toBeVisible();
    expect(screen.getByText('Traffic Rating').parentElement).toHaveTextContent('quiet');
    expect(screen.getByText('Asheville, North Carolina')).toBeVisible();
    expect(screen.getByText('Winding (100° of turns per mile)')).toBeVisible();
    expect(screen.getByText('0.25 mi of curves per mile')).toBeVisible();
  });

  // Aim: estimates are marked as such, and a coarse line shows its curviness without its curves.
  it('mark approximate values', async () => {
    api.details['a'] = {
      approximate: true,
      durationSource: 'estimated',
      curvinessFine: null,
    };
    await openDrive('a');
    expect(screen.getByText('~10 mi')).toBeVisible();
    expect(screen.getByText('about 10 mi')).toHaveClass('visually-hidden');
    expect(screen.getByText('Approximate line: road data isn’t available here')).toBeVisible();
    expect(screen.getByText('Duration estimated from the length, curves and towns')).toBeVisible();
    expect(screen.getByText('Winding (100° of turns per mile)')).toBeVisible();
    expect(screen.queryByText(/of curves per mile/)).toBeNull();
  });

  // Aim: a review without stars does not make the author's stars look like those of a review, nor their other ratings.
  it.each([
    [0, 'Author’s rating', '3 reviews, none with stars'],
    [2, '(2)', '3 reviews, 2 with stars'],
  ])('tell the ratings of %d reviews from the author’s', async (starReviewCount, source, counts) => {
    const authorRatings: ReviewAxis[] = [...(starReviewCount === 0 ? ['starRating' as const] : []), 'trafficRating'];
    api.details['a'] = { official: false, reviewCount: 3, starReviewCount, authorRatings };
    await openDrive('a');
    expect(screen.getByText(source)).toBeVisible();
    expect(screen.getByText(counts)).toBeVisible();
    expect(screen.getByText('By the author: Traffic Rating')).toBeVisible();
  });

  // Aim: names the author; an official drive has none, and a deleted author does not make a drive official.
  it('name the author', async () => {
    api.details['a'] = { official: false, created: { user: { id: 'u', username: 'hairpin' }, at: '' } };
    await openDrive('a');
    expect(screen.getByRole('link', { name: 'By hairpin' })).toHaveAttribute('href', '/profile/u');
    expect(screen.queryByText('Official')).toBeNull();
  });

  it('call no drive official whose author has left', async () => {
    // Aim: public drives outlive their author's account, without a name.
    api.details['a'] = { official: false, created: { user: null, at: '' } };
    await openDrive('a');
    expect(screen.queryByText('Official')).toBeNull();
    expect(screen.queryByText(/^By /)).toBeNull();
  });

  // Aim: the owner of a drive that staff sent back reads what they ask for, field by field, and gets to the editor.
  it('show the owner the requested changes', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    rememberSession();
    api.details['a'] = {
      official: false,
      status: 'changes-requested',
      created: { user: { id: 'u1', username: 'ridge.runner' }, at: '' },
      changeRequest: { 'photos.p1': 'Blurred.', description: 'Which season?', title: 'Shorter, please.' },
    };
    await openDrive('a');
    const asked = within(await screen.findByRole('region', { name: 'Changes requested' }));
    expect(asked.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Title',
      'Description',
      'Photos',
    ]);
    expect(asked.getByText('Which season?')).toBeVisible();
    expect(asked.getByRole('link', { name: 'Make the changes' })).toHaveAttribute('href', '/create/a');
  });

  // Aim: an owner who is no longer Hero learns why the editor is closed; staff see the state, not the owner's next step.
  it.each([
    ['free', 'u1', 'Making the changes requires a Hero account.'],
    ['admin', 'u2', null],
  ] as const)('offer no editor of a sent-back drive to a %s account of %s', async (accountType, ownerId, note) => {
    api.accounts.user = user({ accountType });
    rememberSession();
    api.details['a'] = {
      official: false,
      status: 'changes-requested',
      created: { user: { id: ownerId, username: 'owner' }, at: '' },
      changeRequest: { title: 'Shorter, please.' },
    };
    await openDrive('a');
    await waitFor(() => expect(screen.getAllByText('Changes requested')[0]).toBeVisible());
    if (note === null) expect(screen.queryByRole('region', { name: 'Changes requested' })).toBeNull();
    else expect(await screen.findByText(note)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Make the changes' })).toBeNull();
  });

  // Aim: opening moves the focus to the title; Escape closes the panel and returns the focus to its trigger.
  it('take the focus and return it', async () => {
    const title = await openPanel('a');
    await waitFor(() => expect(title).toHaveFocus());
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    expect(screen.getByRole('button', { name: 'open' })).toHaveFocus();
  });

  // Aim: a drive that loads late does not steal the focus from a user who is typing a search.
  it('leave the focus in a text field', async () => {
    let arrive: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    api.server.use(http.get('*/api/drives/drive/a/details', () => arrival));
    renderApp(
      <>
        <input aria-label="Search" />
        <Page id="a" />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'open' }));
    const field = screen.getByRole('textbox', { name: 'Search' });
    await userEvent.type(field, 'curvy');
    arrive();
    await screen.findByText('A road along the ridge.');
    await userEvent.keyboard(' roads');
    expect(field).toHaveValue('curvy roads');
  });

  // Aim: the link to share is the drive's own address, and Escape in the dialog leaves the panel open.
  it('share a link', async () => {
    await openPanel('a');
    await userEvent.click(screen.getByRole('button', { name: 'More options.' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share' }));
    const dialog = await screen.findByRole('dialog', { name: 'Share Drive' });
    expect(within(dialog).getByRole('textbox', { name: 'Link to this drive' })).toHaveValue(
      `${location.origin}/drive-details/a`,
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByRole('heading', { level: 2, name: 'Blue Ridge' })).toBeVisible();
  });

  // Aim: a drive with known heights has its ascent and its profile; any other has no trace of them.
  it('show the elevation where it is known', async () => {
    const path = [
      { lat: 46, lng: 8 },
      { lat: 46.09, lng: 8 },
    ];
    const profile: [number, number][] = [
      [0, 300],
      [10_000, 400],
    ];
    const elevation = { source: 'track', gain: 100, loss: 0, highest: 400, steepest: null, profile } as const;
    api.details['a'] = { gain: 100, elevation: { ...elevation, profile }, path: encodePolyline(path) };
    await openDrive('a');
    expect(screen.getByText('Ascent 328 ft')).toBeInTheDocument();
    const section = within(screen.getByRole('region', { name: 'Elevation' }));
    expect(await section.findByRole('slider', { name: 'Elevation profile' })).toBeVisible();
    expect(section.getByText('From the track')).toBeVisible();
  });

  it('have no elevation where it is unknown', async () => {
    // Aim: most installations know no heights: nothing shows that.
    await openDrive('a');
    expect(screen.queryByText(/Ascent/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Elevation' })).toBeNull();
  });

  // Aim: an unrated drive has one line for all ratings, not three empty bars, and nothing for an unknown end.
  it('leave out what is unknown', async () => {
    api.details['a'] = { intensityRating: null, trafficRating: null, endAddress: '' };
    await openDrive('a');
    expect(screen.getByText('Not rated yet: Intensity, Road Quality, Traffic Rating')).toBeVisible();
    expect(screen.queryByText('End')).toBeNull();
  });

  // Aim: directions, the file and sharing need no menu.
  it('offer the next actions under the title', async () => {
    await openPanel('a');
    expect(screen.getByRole('button', { name: 'GPX' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('dialog', { name: 'Share Drive' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Get Directions' }));
    expect(await screen.findByRole('dialog', { name: 'Get Directions' })).toBeVisible();
  });

  // Aim: a private drive of someone else cannot be shared, so no button offers it.
  it('offer no sharing of a restricted drive', async () => {
    api.details['a'] = { privacy: 'private', status: 'none' };
    await openPanel('a');
    expect(screen.getByRole('button', { name: 'Get Directions' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });

  // Aim: the result can be looked through without closing the panel; its end is visible.
  it('lead to the next drive of the result', async () => {
    const steps: string[] = [];
    renderApp(
      <DetailsPanel driveId="a" onNext={() => steps.push('next')} away="12 mi away" onClose={() => undefined} />,
    );
    expect(await screen.findByText('12 mi away')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Next drive' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous drive' }));
    expect(steps).toEqual(['next']);
    expect(screen.getByRole('button', { name: 'Previous drive' })).toHaveAttribute('aria-disabled', 'true');
  });

  // Aim: a closed road or a wrong line is no abuse: the report leads to the edits that mend it.
  it('lead from a report to suggested edits', async () => {
    api.accounts.user = user({ accountType: 'hero' });
    rememberSession();
    await openDrive('a');
    await userEvent.click(screen.getByRole('button', { name: 'More options.' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Report/ }));
    const report = within(await screen.findByRole('dialog', { name: 'Report Abuse' }));
    expect(report.getByText(/^Is the road closed/)).toBeVisible();
    await userEvent.click(report.getByRole('button', { name: 'Suggest Edits' }));
    expect(await screen.findByRole('dialog', { name: 'Suggest Edits' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Report Abuse' })).toBeNull());
  });

  // Aim: a missing drive shows the spec's message, without a retry button.
  it('report a missing drive', async () => {
    expect(await openPanel('gone')).toHaveTextContent('Drive could not be found');
    expect(screen.getByText('Oh, no! The drive you requested does not exist.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  // Aim: a friend whose Hero account ended is offered an upgrade at once, and again after closing the offer.
  it('offer an upgrade for a drive that is shared with a free account', async () => {
    api.server.use(
      http.get('*/api/drives/drive/a/details', () =>
        refuse(403, 'ERROR-00028', 'Upgrade needed', 'Please upgrade.', { additional: { upgrade: true } }),
      ),
    );
    const { store } = renderApp(<DetailsPanel driveId="a" onClose={() => undefined} />);
    expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent('Upgrade needed');
    expect(store.getState().prompt.open).toBe('upgrade');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    store.dispatch(promptClosed());
    await userEvent.click(screen.getByRole('button', { name: 'Upgrade Account' }));
    expect(store.getState().prompt.open).toBe('upgrade');
  });

  // Aim: the user can retry after a server error.
  it('retry', async () => {
    api.failing = true;
    expect(await openPanel('a')).toHaveTextContent('Temporarily unavailable');
    api.failing = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 2, name: 'Blue Ridge' })).toBeVisible();
  });
});
