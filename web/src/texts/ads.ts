const hero = {
  title: 'Make this road yours',
  text: 'Hero accounts draw and publish drives, write reviews, and see no ads.',
  action: 'Compare accounts',
  url: '/account-benefits',
};
const start = {
  title: 'Keep the drives you like',
  text: 'Save drives and see them offline with a free account.',
  action: 'Create a free account',
  url: '/signup',
};
const guide = {
  title: 'New here?',
  text: 'Find, save, create and publish scenic drives.',
  action: 'Read the guide',
  url: '/help',
};
const host = {
  title: 'Run your own',
  text: 'This site is free software. Host your own for your club.',
  action: 'About the project',
  url: '/about',
};

/** Texts of advertisements. */
export const adsTexts = {
  label: 'Advertisement',
  /** The product's own advertisements, for guests and for free accounts. */
  house: (anonymous: boolean) => (anonymous ? [start, hero, host] : [hero, guide, host]),
  ask: 'Allow ads from our partners?',
  why: 'What this means',
  allow: 'Allow',
  refuse: 'No, thanks',
  choice: {
    title: 'Your consent',
    given: 'Partner ads are on.',
    refused: 'Partner ads are off.',
    withdraw: 'Withdraw consent',
    give: 'Allow',
  },
};
