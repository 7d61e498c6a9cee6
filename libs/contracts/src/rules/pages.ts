/** Titles and descriptions of pages: the same in the served HTML and in the browser. */
export interface PageText {
  title: string;
  description: string;
}

const EXPLORE = 'Explore hundreds of drives. Find a drive near you.';

interface DriveWords {
  title: string;
  startAddress: string;
  endAddress: string;
}

export function landingPage(product: string): PageText {
  return { title: `${product} - Find Your Next Drive`, description: EXPLORE };
}

export function explorePage(product: string): PageText {
  return { title: `${product} - Explore`, description: EXPLORE };
}

/** The page of one drive: its title, and where it starts and ends as far as that is known. */
export function drivePage(product: string, { title, startAddress, endAddress }: DriveWords): PageText {
  const ends = [...new Set([startAddress, endAddress].filter((address) => address !== ''))].join(' to ');
  return { title: `${title} - ${product}`, description: ends === '' ? EXPLORE : `${title}: ${ends}` };
}

/** What the picture beside a drive's link shows, for those who do not see it. */
export function cardAlt({ title }: Pick<DriveWords, 'title'>): string {
  return `The route of ${title}, drawn as a line, with its figures`;
}

/** The same of a photo that nobody described. */
export function photoAlt({ title }: Pick<DriveWords, 'title'>): string {
  return `A photo of ${title}`;
}

export function missingPage(product: string): PageText {
  return { title: `${product} - Page not found`, description: 'There is nothing at this address.' };
}

/** Where cards are entered. Its document loads what the provider of payments needs, and nothing else from outside. */
export const CARD_PAGE = '/manage-subscription';

/** Pages that links in mails lead to: behind each of these stand the id of a person and a code that is secret. */
export const MAILED_PAGES = {
  '/signup/verify': 'Confirm your account',
  '/reset-password/verify': 'Set a new password',
  '/email-change/verify': 'Confirm your new email',
} as const satisfies Record<`/${string}`, string>;
export type MailedPath = keyof typeof MAILED_PAGES;

/** Where another provider sends those back who log in by it; the query is secret. */
export const PROVIDER_PAGE = '/login/callback';

export function providerPage(product: string): PageText {
  return { title: `Log In - ${product}`, description: 'The way back from another provider.' };
}

export function mailedPage(product: string, path: MailedPath): PageText {
  return { title: `${MAILED_PAGES[path]} - ${product}`, description: 'The page of a link in a mail.' };
}

/** The page of a drive that not everybody may see: its title is in the browser alone. */
export function plainDrivePage(product: string, title: string): PageText {
  return { title: `${title} - ${product}`, description: 'A drive for those who have its link.' };
}

export function profilePage(product: string, username: string): PageText {
  return { title: `${username} - ${product}`, description: `The drives of ${username}.` };
}
