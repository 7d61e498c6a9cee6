/** Texts of the app's page. */
export const getAppTexts = {
  title: (product: string) => `Get the ${product} App`,
  lead: 'Your drives on your phone, on the road and without a network.',
  install: 'Install',
  web: 'Install from the browser',
  how: 'Install Switchback straight from your browser:',
  steps: [
    'iPhone and iPad: open this site in Safari, choose Share, then Add to Home Screen.',
    'Android: open the menu of the browser, then choose Install app or Add to Home screen.',
    'Computer: choose the install icon at the end of the address bar, in Chrome and Edge.',
  ],
  offline: 'Log in and stay online for a moment: your saved drives and their maps are copied to the device.',
};
