// Aim: terms and privacy policy can be read whole, and each section has an address.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseMarkdown } from '../lib/text/markdown.js';
import privacy from '../texts/legal/privacy.md?raw';
import terms from '../texts/legal/terms.md?raw';
import { AppRoutes } from './routes.js';
import { renderApp } from '../testing/render.js';
import { FakeApi } from '../testing/server.js';

let api: FakeApi;
let scrolledTo: (string | null)[];
beforeEach(() => {
  api = new FakeApi();
  api.server.listen();
  scrolledTo = [];
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    scrolledTo.push(this.getAttribute('id'));
  });
});
afterEach(() => api.server.close());

const footer = () => within(screen.getByRole('navigation', { name: 'About this site' }));

it.each([
  ['Terms', 'Terms and Conditions', '13. Termination', 'termination'],
  ['Privacy', 'Privacy Policy', 'Children', 'children'],
])('%s is linked in the footer of the page', async (link, title, section, id) => {
  renderApp(<AppRoutes />, '/about');
  await userEvent.click(footer().getByRole('link', { name: link }));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const named = contents.getAllByRole('link').map(({ textContent }) => textContent);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(named);
  await userEvent.click(contents.getByRole('link', { name: section }));
  expect(scrolledTo).toEqual([id]);
});

it('opens at the section in the address', async () => {
  renderApp(<AppRoutes />, '/privacy#security');
  expect(await screen.findByRole('region', { name: 'Security' })).toBeVisible();
  expect(scrolledTo).toEqual(['security']);
});

it('has every section of the terms under its linked name', () => {
  // Aim: the anchors and figures of the specification.
  const { lead, sections } = parseMarkdown(terms);
  expect(lead).toEqual([{ kind: 'paragraph', content: [{ kind: 'text', text: 'Last updated May 2022' }] }]);
  expect(sections.map(({ id }) => id)).toEqual([
    'interpretation',
    'definitions',
    'generalInfo',
    'license',
    'membershipsAndSubscriptions',
    'prohibitedActivities',
    'materials',
    'materialContent',
    'guidelinesForReviews',
    'submissions',
    'mobileApplicationLicense',
    'socialMedia',
    'advertisers',
    'thirdPartyWebsitesAndContent',
    'termination',
    'limitationOfLiability',
    'asIsDisclaimer',
    'indemnification',
    'siteManagement',
    'governingLaw',
    'disputesAndResolution',
    'californiaUsersAndResidents',
    'forEuropeanUnionUsers',
    'unitedStatesLegalCompliance',
    'severabilityAndWaiver',
    'generalInformationAndCondition',
    'contact',
  ]);
  expect(sections.slice(2).map(({ title }) => Number.parseInt(title, 10))).toEqual(
    [...Array(25).keys()].map((n) => n + 1),
  );
});

it.each([
  ['18 or older', '13 to 17', 'under 13', '365 consecutive days', 'There are no refunds', 'Sales are final'],
  ['greater of the amount you paid us and 100 US dollars', 'within 18 months', '50% or more', 'State of California'],
  ['$10,000 or less', 'up to 14 days', 'within 30 days', 'San Francisco County', 'Promotion codes cannot be combined'],
])('states %s and the other figures', (...figures) => {
  expect(figures.filter((figure) => !terms.includes(figure))).toEqual([]);
});

it('has the sections of the privacy policy under their linked names, in order', () => {
  const { lead, sections } = parseMarkdown(privacy);
  expect(JSON.stringify(lead)).toContain('Last updated February 12th, 2024');
  expect(sections.map(({ id }) => id).slice(-7)).toEqual([
    'children',
    'euUsers',
    'internationalTransfers',
    'linksToOtherWebsites',
    'security',
    'yourChoices',
    'changesToPrivacyPolicy',
  ]);
});

it('shows the text of the operator, and runs nothing in it', async () => {
  api.ownTexts['terms'] = '# Our House Rules\n\n## One {#one}\n\n<img src=x onerror="alert(1)"> of {product}';
  renderApp(<AppRoutes />, '/terms');
  expect(await screen.findByRole('heading', { level: 1, name: 'Our House Rules' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: '13. Termination' })).toBeNull();
  expect(screen.getByText('<img src=x onerror="alert(1)"> of Switchback')).toBeVisible();
});

it("shows no other text if the operator's cannot be loaded", async () => {
  api.server.use(http.get('*/api/texts/terms', () => HttpResponse.error()));
  renderApp(<AppRoutes />, '/terms');
  expect(await screen.findByRole('heading', { name: 'The text could not be loaded' })).toBeVisible();
  api.server.resetHandlers();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Terms and Conditions' })).toBeVisible();
});

it('opens and closes the list of sections', async () => {
  renderApp(<AppRoutes />, '/terms');
  await screen.findByRole('heading', { name: 'Terms and Conditions' });
  const list = screen.getByText('On this page').closest('details');
  expect(list).toHaveAttribute('open');
  await userEvent.click(screen.getByText('On this page'));
  expect(list).not.toHaveAttribute('open');
});

it('links to a social network only if configured', async () => {
  const view = renderApp(<AppRoutes />, '/about');
  expect(await screen.findByRole('heading', { name: 'About' })).toBeVisible();
  expect(footer().queryByRole('link', { name: 'Follow us' })).toBeNull();
  view.unmount();
  const settings = { productName: 'Switchback', socialUrl: 'https://social.example/@drives', map: null, ads: null };
  api.server.use(http.get('*/api/settings', () => HttpResponse.json(settings)));
  renderApp(<AppRoutes />, '/about');
  const link = await screen.findByRole('link', { name: 'Follow us' });
  expect(link).toHaveAttribute('href', 'https://social.example/@drives');
});
