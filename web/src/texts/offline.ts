/** Texts of the page of saved drives. */
export const offlineTexts = {
  title: 'Saved drives on this device',
  lead: 'Your saved drives, available offline.',
  keptOn: (day: string) => `A copy from ${day}. It may have changed since.`,
  empty: 'Nothing here yet. Log in, save a drive and stay online for a moment: it will be copied to this device.',
  all: 'All saved drives on this device',
};
