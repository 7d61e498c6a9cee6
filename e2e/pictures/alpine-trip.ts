import type { Api } from '../support/api.js';

/** The Alps, where the demo drives are closest together. */
export const ALPS = { north: 47.6, east: 14.4, south: 43.9, west: 5.6 };

const STELVIO = 'Stelvio Pass';
const STOPS: readonly [title: string, day: number][] = [
  ['Furka Pass', 1],
  ['Oberalp Pass', 1],
  [STELVIO, 2],
  ['Great Dolomites Road: Canazei to Cortina', 3],
  ['Grossglockner High Alpine Road', 3],
];

/** Plans a trip over demo drives as the token's account. @returns the ids of the Stelvio Pass and of the trip. */
export async function planTrip(api: Api, token: string): Promise<{ stelvio: string; trip: string }> {
  const ids = new Map<string, string>();
  for (const [title] of STOPS) ids.set(title, await idOf(api, title));
  const collection = {
    name: 'Passes of the Alps',
    description: 'Three days from the Furka to the Grossglockner, each pass early in the morning, before the buses.',
    start: '2027-06-21',
    days: 3,
    items: STOPS.map(([title, day]) => ({ driveId: ids.get(title), note: '', day })),
  };
  const { status, body } = await api.call('PUT', '/api/collections/collection', { collection }, token);
  if (status !== 201) throw new Error(`The trip was refused: ${JSON.stringify(body)}`);
  return { stelvio: ids.get(STELVIO)!, trip: (body.collection as { id: string }).id };
}

async function idOf(api: Api, title: string): Promise<string> {
  const { body } = await api.call('POST', `/api/drives/search?q=${encodeURIComponent(title)}`);
  const drives = body.drives as { id: string; title: string }[];
  const found = drives.find((drive) => drive.title === title);
  if (!found) throw new Error(`The demo drives have no “${title}”.`);
  return found.id;
}
