import { ALL_DEALS_PAGE, CARD_PAGE, DEALS_PAGE, type PageText } from './pages.js';
import { FROM_HERE_PAGE } from './plans.js';

/** Static pages by path, identical for every visitor; `{product}` is replaced with the installation's name. */
export const PLAIN_PAGES = {
  '/login': { title: 'Log In', description: 'Log in to save drives and keep your own.' },
  '/signup': { title: 'Sign Up', description: 'Create an account to save drives and keep your own.' },
  '/forgot-password': { title: 'Forgot Password', description: 'Ask for a link to set a new password.' },
  '/settings': { title: 'Settings', description: 'Your profile, privacy, security and account.' },
  '/notices': { title: 'Notifications', description: 'News about your drives and reviews.' },
  '/about': { title: 'About', description: 'Great cars, great drives and car people.' },
  '/terms': { title: 'Terms and Conditions', description: 'What you may expect of us, and we of you.' },
  '/privacy': { title: 'Privacy Policy', description: 'What is kept of you, where, for how long, and why.' },
  '/create': { title: 'Create Drives', description: 'Draw a drive on the map, keep it or share it.' },
  [CARD_PAGE]: { title: 'Manage Subscription', description: 'Your plan, your card and what you pay.' },
  '/moderation': { title: 'Moderation', description: 'What waits for the staff.' },
  [ALL_DEALS_PAGE]: { title: 'All Deals', description: 'Upcoming, current and ended deals, for the staff.' },
  '/help': { title: 'Help', description: 'Find, save, create and publish scenic drives.' },
  '/get-app': { title: 'Get the {product} App', description: 'The app in the stores, and from this site.' },
  '/offline': { title: 'Saved drives on this device', description: 'Copies of saved drives.' },
  '/report-abuse': { title: 'Report Abuse', description: 'Tell the staff about what breaks the rules.' },
  [FROM_HERE_PAGE]: {
    title: 'From here',
    description: 'Plan a scenic drive from a place and back, in the time you have.',
  },
  '/contact': { title: 'Contact', description: 'Write to us.' },
  '/review-guidelines': { title: 'Review Guidelines', description: 'What makes a review helpful.' },
  [DEALS_PAGE]: { title: 'Deals', description: 'Exclusive deals and offers for Heroes.' },
  '/account-benefits': { title: 'Account Benefits', description: 'What each type of account can do.' },
} as const satisfies Record<`/${string}`, PageText>;
export type PlainPath = keyof typeof PLAIN_PAGES;

export function plainPage(product: string, path: PlainPath): PageText {
  const { title, description } = PLAIN_PAGES[path];
  return { title: `${title.replace('{product}', product)} - ${product}`, description };
}
