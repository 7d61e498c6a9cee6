// Aim: people read a trip day by day, and its owner plans it without a mouse; a failed save loses nothing typed.
import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection, CollectionItem, Way } from '@switchback/contracts/resources/collection';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collection } from '../../../../testing/collections.js';
import { driveDetails } from '../../../../testing/drives.js';
import { renderApp } from '../../../../testing/render.js';
import CollectionItems from './CollectionItems.js';

const TITLES = { a: 'Blue Ridge', b: 'Sea Cliffs', c: 'Moonshiner' };
const DRIVES = new Map(
  Object.entries(TITLES).map(([id, title]) => [
    id,
    driveDetails({
      id,
      title,
      distance: 16_093,
      duration: 7_200,
      startAddress: 'Boone, North Carolina',
      overviewPath: '_ibyEvzdvN_pR_pR',
    }),
  ]),
);
const item = (driveId: string, day: number | null): CollectionItem => ({ driveId, note: '', day });
const TRIP = collection({
  items: [item('a', 1), item('b', 1), item('c', 2)],
  start: '2026-06-05',
  days: 2,
});
const PLAIN = collection({ items: [item('a', null), item('b', null), item('c', null)] });

function way(from: number, over: Partial<Way> = {}): Way {
  const place = { lat: 35, lng: -82 };
  return { from, start: place, end: place, distance: 19_312, duration: 1_200, path: '', approximate: false, ...over };
}

interface Saves {
  sent: CollectionForm[];
  /** Ends the running save. */
  finish: (outcome: 'saved' | 'failed') => void;
}

/** Renders the items above a server that saves when told to. */
function show(start: Collection, { ways = [] as Way[], canEdit = true, drives = DRIVES } = {}): Saves {
  const saves: Saves = { sent: [], finish: () => undefined };
  function Page() {
    const [stored, setStored] = useState(start);
    const [isBusy, setBusy] = useState(false);
    const save = (form: CollectionForm) => {
      saves.sent.push(form);
      setBusy(true);
      saves.finish = (outcome) =>
        act(() => {
          setBusy(false);
          if (outcome === 'saved')
            setStored((last) => ({ ...last, ...(form as Partial<Collection>), _rev: last._rev + 1 }));
        });
    };
    return (
      <CollectionItems
        collection={stored}
        source={{ id: stored.id }}
        drives={drives}
        ways={ways}
        canEdit={canEdit}
        isBusy={isBusy}
        marked={null}
        onMark={() => undefined}
        onChange={save}
      />
    );
  }
  renderApp(<Page />);
  return saves;
}

const day = (name: RegExp) => within(screen.getByRole('region', { name }));
const titlesIn = (region: ReturnType<typeof day>) =>
  region.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

async function choose(title: string, option: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: `Options for ${title}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: option }));
}

describe('a trip', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'geolocation');
  });

  // Aim: each day has its date, drives, ways, and miles and hours with those of the ways; unplanned drives come last.
  it('is read day by day', async () => {
    show(TRIP, { ways: [way(0), way(1, { approximate: true })], canEdit: false });
    const first = day(/^Day 1 · Fri, Jun 5$/);
    expect(titlesIn(first)).toEqual(['Blue Ridge', 'Sea Cliffs']);
    expect(first.getByText('32 mi · 4 h 20 min')).toBeVisible();
    expect(first.getByText('12 mi · 20 min to the next drive')).toBeVisible();
    const second = day(/^Day 2 · Sat, Jun 6$/);
    expect(second.getByText('~12 mi · ~20 min from Sea Cliffs')).toBeVisible();
    expect(second.getByText('about 12 mi · about 20 min from Sea Cliffs')).toHaveClass('visually-hidden');
    expect(second.getByText('Estimated')).toBeVisible();
    expect(await first.findByText(/^Sunrise \d:\d\d.AM at Boone$/)).toBeVisible();
    expect(await first.findByText(/^Sunset \d:\d\d.PM at Boone$/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Not planned yet' })).toBeNull();
    expect(screen.queryByRole('button', { name: /Drag|Options|note/ })).toBeNull();
  });

  // Aim: on paper, the plan has a map with the numbers of the drives, and the places where they start.
  it('has a map and the ends of its drives for paper', () => {
    show(TRIP, { ways: [way(0, { path: '_ibyEvzdvN_pR_pR', approximate: true })], canEdit: false });
    const map = document.querySelector('svg[viewBox="0 0 640 360"]')!;
    expect([...map.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(['1', '2', '3']);
    expect(map.querySelectorAll('path[data-way="true"]')).toHaveLength(1);
    expect(screen.getAllByText(/^Start: Boone, North Carolina/)).toHaveLength(3);
  });

  // Aim: a day, and the way to a drive, can be taken along to other apps.
  it('hands over its days and ways', async () => {
    show(TRIP, { ways: [way(0), way(1)], canEdit: false });
    const first = day(/^Day 1/);
    for (const name of ['Directions: Day 1', 'GPX: Day 1', 'Share: Day 1', 'Directions: To Sea Cliffs'])
      expect(first.getByRole('button', { name })).toBeVisible();
    await userEvent.click(first.getByRole('button', { name: 'Directions: To Sea Cliffs' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Get Directions' }));
    expect(dialog.getByRole('region', { name: 'Only this connection' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Download GPX' })).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Share' })).toBeVisible();
  });

  // Aim: a day that is too long is pointed out.
  it('warns of days over 8 hours', async () => {
    show({ ...TRIP, items: [item('a', 1), item('b', 1), item('c', 1), item('a', 1), item('b', 1)] });
    await screen.findByRole('region', { name: /^Day 1/ });
    expect(day(/^Day 1/).getByText(/^Over 8 hours of driving/)).toBeVisible();
    expect(day(/^Day 2/).queryByText(/^Over 8 hours/)).toBeNull();
  });

  // Aim: without a date there is no sun, but a hint how to get it.
  it('hints at the start date', async () => {
    show({ ...TRIP, start: null });
    expect(await screen.findByText('Set a start date to see sunrise and sunset.')).toBeVisible();
    expect(screen.queryByText(/^Sunset/)).toBeNull();
    await userEvent.type(screen.getByLabelText('Start date'), '2026-06-05');
    expect(await screen.findByRole('heading', { name: 'Day 1 · Fri, Jun 5' })).toBeVisible();
  });

  // Aim: a night or a lunch is a stop of its own, at the end of its day, that moves and goes like a drive.
  it('has stops without a drive', async () => {
    const place = { label: 'Old Inn', location: { lat: 36.2, lng: -81.7 } };
    const inn: CollectionItem = { driveId: null, note: '', day: 1, place };
    const saves = show({ ...TRIP, items: [item('a', 1), inn, item('c', 2)] });
    expect(titlesIn(day(/^Day 1/))).toEqual(['Blue Ridge', 'Old Inn']);
    expect(day(/^Day 1/).getByText('10 mi · 2 h')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Old Inn' }));
    expect(screen.queryByRole('menuitem', { name: 'Choose a stretch' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    expect(saves.sent).toEqual([{ items: [inn, item('a', 1), item('c', 2)] }]);
  });

  it('asks for the place of a stop', async () => {
    const saves = show(TRIP);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a stop' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a stop' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Add stop' }));
    expect(dialog.getByText('Please choose a place.')).toBeVisible();
    expect(saves.sent).toEqual([]);
  });

  // Aim: a drive is driven the other way, or in part, and the day counts what is driven.
  it('takes a drive the other way, and a stretch of it', async () => {
    const saves = show(TRIP);
    await choose('Blue Ridge', 'Drive it the other way');
    expect(day(/^Day 1/).getByText('The other way')).toBeVisible();
    expect(saves.sent).toEqual([
      { items: [{ ...item('a', 1), part: { reversed: true, stretch: null } }, item('b', 1), item('c', 2)] },
    ]);
    saves.finish('saved');
    await choose('Blue Ridge', 'Choose a stretch');
    const dialog = within(await screen.findByRole('dialog', { name: 'Stretch of Blue Ridge' }));
    dialog.getByRole('slider', { name: 'End of the stretch' }).focus();
    for (let presses = 0; presses < 100; presses += 1) await userEvent.keyboard('{ArrowLeft}');
    expect(dialog.getByText('From 0 mi to 5 mi: 5 mi')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Use this stretch' }));
    expect(day(/^Day 1/).getByText('From 0 mi to 5 mi of 10 mi · The other way')).toBeVisible();
    expect(day(/^Day 1/).getByText('15 mi · 3 h')).toBeVisible();
    expect(saves.sent.at(-1)?.items?.[0]?.part).toEqual({ reversed: true, stretch: { from: 0, to: 16_093 / 2 } });
    saves.finish('saved');
    await choose('Blue Ridge', 'Drive it in its own direction');
    saves.finish('saved');
    await choose('Blue Ridge', 'Choose a stretch');
    await userEvent.click(await screen.findByRole('button', { name: 'Whole drive' }));
    expect(saves.sent.at(-1)?.items?.[0]).toEqual(item('a', 1));
  });

  // Aim: a drive moves to another day without a mouse; the focus stays on it, and the move is announced.
  it('moves drives between days from their menus', async () => {
    const saves = show(TRIP);
    await choose('Blue Ridge', 'Move to Day 2');
    expect(titlesIn(day(/^Day 2/))).toEqual(['Moonshiner', 'Blue Ridge']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Blue Ridge' })).toHaveFocus());
    expect(screen.getByText('Blue Ridge was moved: number 2 of 2 in Day 2.')).toHaveAttribute('role', 'status');
    expect(saves.sent).toEqual([{ items: [item('b', 1), item('c', 2), item('a', 2)] }]);
    await choose('Sea Cliffs', 'Move down');
    expect(titlesIn(day(/^Day 1/))).toEqual([]);
  });

  // Aim: one press plans all days, and one press takes it back.
  it('is spread over its days, and back', async () => {
    const saves = show({ ...TRIP, days: 3, items: [item('a', null), item('b', null), item('c', null)] });
    await userEvent.click(await screen.findByRole('button', { name: 'Spread over the days' }));
    expect([/^Day 1/, /^Day 2/, /^Day 3/].map((name) => titlesIn(day(name)))).toEqual([
      ['Blue Ridge'],
      ['Sea Cliffs'],
      ['Moonshiner'],
    ]);
    expect(saves.sent).toEqual([{ items: [item('a', 1), item('b', 2), item('c', 3)] }]);
    saves.finish('saved');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(saves.sent.at(-1)).toEqual({ items: [item('a', null), item('b', null), item('c', null)] });
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  // Aim: what was not stored is not reported as done, and its undo stores nothing.
  it('takes an arrangement back that could not be saved', async () => {
    const saves = show({ ...TRIP, days: 3 });
    await userEvent.click(await screen.findByRole('button', { name: 'Spread over the days' }));
    expect(screen.getByText(/^The drives are spread/)).toBeVisible();
    saves.finish('failed');
    expect(titlesIn(day(/^Day 1/))).toEqual(['Blue Ridge', 'Sea Cliffs']);
    expect(screen.queryByText(/^The drives are spread/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  // Aim: the order begins where the person chose; an unknown location changes nothing, and says so.
  it('is put into the order with the shortest connections, from its first drive or from the device', async () => {
    const device = { latitude: 40, longitude: -105 };
    const getCurrentPosition = vi.fn((_: (position: object) => void, refused: () => void) => refused());
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } });
    const place = { lat: device.latitude, lng: device.longitude };
    const near = { ...DRIVES.get('c')!, startLocation: place, endLocation: place };
    const saves = show(TRIP, { drives: new Map(DRIVES).set('c', near) });
    const order = async (option: string) => {
      await userEvent.click(await screen.findByRole('button', { name: 'Best order' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: option }));
    };
    await order('Start with the first drive');
    expect(screen.getByText('The drives are already arranged like this.')).toBeVisible();
    await order('Start where I am');
    expect(await screen.findByText(/^Your location is unknown\./)).toBeVisible();
    expect(saves.sent).toEqual([]);
    getCurrentPosition.mockImplementation((found) => found({ coords: device }));
    await order('Start where I am');
    await screen.findByText('The drives are in the order with the shortest connections.');
    expect(screen.queryByText(/^Your location is unknown\./)).toBeNull();
    expect(saves.sent).toEqual([{ items: [item('c', 1), item('a', 1), item('b', 2)] }]);
  });

  // Aim: a shorter trip loses no drive, and the person knows before.
  it('asks before days with drives are removed', async () => {
    const saves = show(TRIP);
    await userEvent.selectOptions(await screen.findByLabelText('Number of days'), '1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Shorten the trip to 1 day?' }));
    expect(dialog.getByText('This moves 1 drive to “Not planned yet”.')).toBeVisible();
    expect(saves.sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Shorten trip' }));
    expect(saves.sent).toEqual([{ days: 1, items: [item('a', 1), item('b', 1), item('c', null)] }]);
    expect(titlesIn(day(/^Not planned yet$/))).toEqual(['Moonshiner']);
  });
});

describe('a collection', () => {
  // Aim: changes made while one is saved are neither lost nor sent over it.
  it('shows changes at once, and saves one after the other', async () => {
    const saves = show(PLAIN);
    await choose('Blue Ridge', 'Move down');
    await choose('Blue Ridge', 'Move down');
    expect(titles()).toEqual(['Sea Cliffs', 'Moonshiner', 'Blue Ridge']);
    expect(saves.sent).toHaveLength(1);
    saves.finish('saved');
    expect(saves.sent).toHaveLength(2);
    expect(titles()).toEqual(['Sea Cliffs', 'Moonshiner', 'Blue Ridge']);
    saves.finish('saved');
    expect(titles()).toEqual(['Sea Cliffs', 'Moonshiner', 'Blue Ridge']);
    expect(saves.sent[1]?.items?.map(({ driveId }) => driveId)).toEqual(['b', 'c', 'a']);
  });

  // Aim: the list never shows an order that is not stored.
  it('shows the stored order again if a save fails', async () => {
    const saves = show(PLAIN);
    await choose('Blue Ridge', 'Move down');
    saves.finish('failed');
    expect(titles()).toEqual(['Blue Ridge', 'Sea Cliffs', 'Moonshiner']);
  });

  // Aim: a removal by mistake costs one press, and the keyboard is already there.
  it('restores a removed drive in its place', async () => {
    const saves = show(PLAIN);
    await choose('Sea Cliffs', 'Remove from list');
    expect(titles()).toEqual(['Blue Ridge', 'Moonshiner']);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await waitFor(() => expect(undo).toHaveFocus());
    expect(undo).toHaveAccessibleDescription('“Sea Cliffs” was removed.');
    saves.finish('saved');
    await userEvent.click(undo);
    expect(titles()).toEqual(['Blue Ridge', 'Sea Cliffs', 'Moonshiner']);
    expect(saves.sent[1]).toEqual({ items: PLAIN.items });
  });

  // Aim: a note is written in place; one that could not be saved can be sent again.
  it('opens a note again with its text if it was not saved', async () => {
    const saves = show(PLAIN);
    await userEvent.click(await screen.findByRole('button', { name: 'Add note on Sea Cliffs' }));
    await userEvent.keyboard('Fuel in Cherokee. ');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByText('Fuel in Cherokee.')).toBeVisible();
    saves.finish('failed');
    expect(screen.getByRole('textbox', { name: 'Note on Sea Cliffs' })).toHaveValue('Fuel in Cherokee.');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    saves.finish('saved');
    expect(saves.sent[1]?.items?.[1]).toEqual({ driveId: 'b', note: 'Fuel in Cherokee.', day: null });
    expect(screen.getByRole('button', { name: 'Edit note on Sea Cliffs' })).toBeVisible();
  });

  // Aim: one press turns a list into a trip, and back without its days.
  it('becomes a trip and a plain list again', async () => {
    const saves = show(PLAIN);
    await userEvent.click(await screen.findByRole('button', { name: 'Plan as trip' }));
    expect(titlesIn(day(/^Not planned yet$/))).toHaveLength(3);
    saves.finish('saved');
    await userEvent.click(screen.getByRole('button', { name: 'Make it a plain list' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Make plain list' }));
    expect(saves.sent[1]).toEqual({ start: null, days: null, items: PLAIN.items });
  });
});
