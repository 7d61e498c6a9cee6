import type { DriveState } from '../lib/drives/drive-state.js';

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
    saved: 'Saved',
    collections: 'Trips and collections',
    fromHere: 'Plan a loop',
    deals: 'Deals',
    account: (username: string, type: string) => `Account of ${username}, ${type}`,
    loading: 'Account',
  },
  marks: {
    save: 'Save',
    saved: 'Saved',
    completed: 'Completed',
    collect: 'Add to collection',
    addTo: (collection: string) => `Add to ${collection}`,
  },
  /** On a button that is named “Add to collection”, among others in a row. */
  collection: 'Collection',
  marked: {
    save: { on: 'Saved.', off: 'Removed from your saved drives.' },
    completed: { on: 'Marked as completed.', off: 'Removed from your completed drives.' },
    offline: 'Saved, and available offline on this device.',
    where: { save: 'Your saved drives', completed: 'Your completed drives' },
    failed: {
      save: { on: 'Not saved.', off: 'Not removed from your saved drives.' },
      completed: { on: 'Not marked as completed.', off: 'Not removed from your completed drives.' },
    },
    collected: { added: 'Added to', unchanged: 'Already in', moved: 'Moved within', removed: 'Removed from' },
    change: 'Change',
    notCollected: {
      added: (name: string) => `Not added to ${name}.`,
      unchanged: (name: string) => `Not added to ${name}.`,
      moved: (name: string) => `Not moved within ${name}.`,
      removed: (name: string) => `Not removed from ${name}.`,
    },
  },
  driveStates: {
    private: 'Private',
    shared: 'Shared with me',
    pending: 'Pending review',
    'changes-requested': 'Changes requested',
    published: 'Published',
  } satisfies Record<DriveState, string>,
};
