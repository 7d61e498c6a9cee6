/** Texts of the page of saved drives. */
export const offlineTexts = {
  title: 'Saved drives on this device',
  lead: 'Your saved drives, available offline.',
  keptOn: (day: string) => `A copy from ${day}. It may have changed since.`,
  empty: 'Nothing here yet. Log in, save a drive and stay online for a moment: it will be copied to this device.',
  privateLink: 'Only its owner and the people it is shared with can open this link.',
  drive: 'Drive',
  all: 'All saved drives on this device',
};
