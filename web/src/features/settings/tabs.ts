import type { User } from '@switchback/contracts/resources/user';

/** Tabs the address may name; the first four stand in the navigation. */
export const TABS = ['profile', 'privacy', 'security', 'account', 'sharing', 'legal', 'about'] as const;
export type Tab = (typeof TABS)[number];

export const SHOWN_TABS = TABS.slice(0, 4);

/** The tab an address names; the profile for any other. */
export function tabOf(params: URLSearchParams): Tab {
  return TABS.find((tab) => tab === params.get('tab')) ?? 'profile';
}

export interface TabProps {
  user: User;
}
