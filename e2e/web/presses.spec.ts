// Aim: the figures of docs/journeys.md are those of a hand: each way to activate a control counts once, however the
// browser reports it.
import { countPresses, type Effort } from '../support/presses.js';
import { expect, type Page, test } from '../support/test.js';

const PAGE = `
  <label><input type="checkbox"> Tick</label>
  <button>Go</button>
  <label>Name <input></label> <label>Note <textarea></textarea></label>
  <label>Days <select><option>1</option><option>2</option></select></label>
  <label>File <input type="file"></label>`;
const FILE = { name: 'a.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from('a') };

const CASES: [name: string, act: (page: Page) => Promise<unknown>, effort: Effort][] = [
  ['a label and its box', (page) => page.getByText('Tick').click(), { presses: 1, fields: 0 }],
  ['a key on a button', (page) => page.getByRole('button', { name: 'Go' }).press('Space'), { presses: 1, fields: 0 }],
  ['a field that is pressed, and typed into', (page) => page.getByLabel('Name').fill('a b'), { presses: 0, fields: 1 }],
  [
    'spaces and lines within a text',
    (page) => page.getByLabel('Note').pressSequentially('a\nb c'),
    { presses: 0, fields: 1 },
  ],
  ['a field that is only pressed', (page) => page.getByLabel('Name').click(), { presses: 1, fields: 0 }],
  ['Enter in a field', (page) => page.getByLabel('Name').press('Enter'), { presses: 1, fields: 0 }],
  ['an option of a list', (page) => page.getByLabel('Days').selectOption('2'), { presses: 2, fields: 0 }],
  ['a file', (page) => page.getByLabel('File').setInputFiles(FILE), { presses: 1, fields: 0 }],
];

for (const [name, act, effort] of CASES)
  test(`counts ${name}`, async ({ page }) => {
    await page.setContent(PAGE);
    const presses = await countPresses(page);
    await act(page);
    expect(await presses.effort()).toEqual(effort);
  });

test('counts on after a navigation, in a second tab too', async ({ page, context }) => {
  const presses = await countPresses(page);
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link').first().click();
  const second = await context.newPage();
  await second.goto('/about');
  await second.getByRole('banner').getByRole('link').first().click();
  expect(await presses.effort()).toEqual({ presses: 2, fields: 0 });
});
