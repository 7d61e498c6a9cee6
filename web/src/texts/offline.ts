/** Texts of the page of saved drives. */
export const offlineTexts = {
  title: 'Saved drives on this device',
  lead: 'Copies of your saved drives, to read without a network.',
  keptOn: (day: string) => `A copy from ${day}. It may have changed since.`,
  empty: 'There are none yet. Log in, save a drive, and stay online for a moment: it is copied to this device.',
  all: 'All saved drives on this device',
};
