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

interface Words {
  title: string;
  description: string;
}

/** Where cards are entered. Its document loads what the provider of payments needs, and nothing else from outside. */
export const CARD_PAGE = '/manage-subscription';

/** Pages that say the same to everybody, by their path; `{product}` stands for the name of the installation. */
export const PLAIN_PAGES = {
  '/login': { title: 'Log In', description: 'Log in to save drives and keep your own.' },
  '/signup': { title: 'Sign Up', description: 'Create an account to save drives and keep your own.' },
  '/forgot-password': { title: 'Forgot Password', description: 'Ask for a link to set a new password.' },
  '/settings': { title: 'Settings', description: 'Your profile, privacy, security and account.' },
  '/about': { title: 'About', description: 'Great cars, great drives and car people.' },
  '/terms': { title: 'Terms and Conditions', description: 'What you may expect of us, and we of you.' },
  '/privacy': { title: 'Privacy Policy', description: 'What is kept of you, where, for how long, and why.' },
  '/create': { title: 'Create Drives', description: 'Draw a drive on the map, keep it or share it.' },
  [CARD_PAGE]: { title: 'Manage Subscription', description: 'Your plan, your card and what you pay.' },
  '/moderation': { title: 'Moderation', description: 'What waits for the staff.' },
  '/help': { title: 'Help', description: 'How to find, save, make, publish and drive scenic routes.' },
  '/get-app': { title: 'Get the {product} App', description: 'The app in the stores, and from this site.' },
  '/offline': { title: 'Saved drives on this device', description: 'Copies of saved drives.' },
  '/report-abuse': { title: 'Report Abuse', description: 'Tell the staff about what breaks the rules.' },
  '/contact': { title: 'Contact', description: 'Write to us.' },
  '/review-guidelines': { title: 'Review Guidelines', description: 'What makes a review helpful.' },
  '/account-benefits': { title: 'Account Benefits', description: 'What each type of account can do.' },
} as const satisfies Record<`/${string}`, Words>;
export type PlainPath = keyof typeof PLAIN_PAGES;

export function plainPage(product: string, path: PlainPath): PageText {
  const { title, description } = PLAIN_PAGES[path];
  return { title: `${title.replace('{product}', product)} - ${product}`, description };
}

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
