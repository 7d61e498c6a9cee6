/** Titles and descriptions of pages, identical in the served HTML and in the browser. */
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

/** Page text of a drive: its title, and its start and end as far as they are known. */
export function drivePage(product: string, { title, startAddress, endAddress }: DriveWords): PageText {
  const ends = [...new Set([startAddress, endAddress].filter((address) => address !== ''))].join(' to ');
  return { title: `${title} - ${product}`, description: ends === '' ? EXPLORE : `${title}: ${ends}` };
}

/** Alt text of the picture next to a drive's link. */
export function cardAlt({ title }: Pick<DriveWords, 'title'>): string {
  return `The route of ${title}, drawn as a line, with its figures`;
}

/** Alt text of a photo without a description. */
export function photoAlt({ title }: Pick<DriveWords, 'title'>): string {
  return `A photo of ${title}`;
}

export function missingPage(product: string): PageText {
  return { title: `${product} - Page not found`, description: 'There is nothing at this address.' };
}

/** Card entry page. Its document loads the payment provider's resources and nothing else from outside. */
export const CARD_PAGE = '/manage-subscription';

/** Leads to the drives of a profile, which begin with the saved ones. */
export const SAVED_HASH = '#saved';

/** Page of the deals. */
export const DEALS_PAGE = '/deals';
/** The staff's page of all deals. */
export const ALL_DEALS_PAGE = '/moderation/deals';

/** Pages linked from mails; each path continues with a person's id and a secret code. */
export const MAILED_PAGES = {
  '/signup/verify': 'Confirm your account',
  '/reset-password/verify': 'Set a new password',
  '/email-change/verify': 'Confirm your new email',
} as const satisfies Record<`/${string}`, string>;
export type MailedPath = keyof typeof MAILED_PAGES;

/** Callback page of a login through another provider; its query is secret. */
export const PROVIDER_PAGE = '/login/callback';

export function providerPage(product: string): PageText {
  return { title: `Log In - ${product}`, description: 'The way back from another provider.' };
}

export function mailedPage(product: string, path: MailedPath): PageText {
  return { title: `${MAILED_PAGES[path]} - ${product}`, description: 'The page of a link in a mail.' };
}

/** Page text of a drive with restricted access; only the browser sets its title. */
export function plainDrivePage(product: string, title: string): PageText {
  return { title: `${title} - ${product}`, description: 'A drive for those who have its link.' };
}

/** Page text of a public collection. */
export function collectionPage(product: string, name: string): PageText {
  return { title: `${name} - ${product}`, description: `${name}: a collection of drives, on one map.` };
}

/** Page text of a collection with restricted access; only the browser sets its title. */
export function plainCollectionPage(product: string, name: string): PageText {
  return { title: `${name} - ${product}`, description: 'A collection of drives for those who have its link.' };
}

export function collectionsPage(product: string): PageText {
  return { title: `Collections - ${product}`, description: 'Your collections of drives, and your trips.' };
}

export function profilePage(product: string, username: string): PageText {
  return { title: `${username} - ${product}`, description: `The drives of ${username}.` };
}
