const hero = {
  title: 'Make this road yours',
  text: 'Hero accounts draw and publish drives, write reviews, and see no ads.',
  action: 'Compare accounts',
  url: '/account-benefits',
};
const start = {
  title: 'Keep the drives you like',
  text: 'A free account saves drives, and shows them offline.',
  action: 'Create a free account',
  url: '/signup',
};
const guide = {
  title: 'New here?',
  text: 'How to find, save, make, publish and drive scenic routes.',
  action: 'Read the guide',
  url: '/help',
};
const host = {
  title: 'Run your own',
  text: 'This site is free software. Your club can have one, with its own drives.',
  action: 'About the project',
  url: '/about',
};

/** Texts of advertisements. */
export const adsTexts = {
  label: 'Advertisement',
  /** The product's own advertisements, for guests and for free accounts. */
  house: (anonymous: boolean) => (anonymous ? [start, hero, host] : [hero, guide, host]),
  ask: 'May an advertising company show its ads here?',
  why: 'What this means',
  allow: 'Allow',
  refuse: 'No, thanks',
  choice: {
    title: 'Your consent',
    given: 'You allow an advertising company to show its ads.',
    refused: 'No advertising company may show its ads to you.',
    withdraw: 'Withdraw consent',
    give: 'Allow',
  },
};
