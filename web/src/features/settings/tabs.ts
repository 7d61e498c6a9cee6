import type { User } from '@switchback/contracts/resources/user';

/** Tabs that the URL may name; the first six are in the navigation. */
export const TABS = [
  'profile',
  'privacy',
  'security',
  'account',
  'notices',
  'offline',
  'sharing',
  'legal',
  'about',
] as const;
export type Tab = (typeof TABS)[number];

export const SHOWN_TABS = TABS.slice(0, 6);

/** Returns the tab that the URL names; the profile for any other value. */
export function tabOf(params: URLSearchParams): Tab {
  return TABS.find((tab) => tab === params.get('tab')) ?? 'profile';
}

export interface TabProps {
  user: User;
}
