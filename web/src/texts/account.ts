/** Texts about the account that every page may show. */
export const account = {
  logIn: 'Log In',
  logOut: 'Log Out',
  discardDraft: {
    title: 'Discard your draft?',
    text: 'This browser has a drive or photos you have not submitted. Logging out deletes them.',
    confirm: 'Discard and log out',
  },
  types: { free: 'Free', hero: 'Hero', admin: 'Admin' },
  menu: {
    settings: 'Settings',
    profile: 'Profile',
    account: (username: string, type: string) => `Account of ${username}, ${type}`,
    loading: 'Account',
  },
  marks: { save: 'Save', completed: 'Completed' },
  flags: { private: 'Private', shared: 'Shared with me', pending: 'Pending review' },
};
