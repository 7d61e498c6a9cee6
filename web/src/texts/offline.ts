/** Texts of the page of saved drives. */
export const offlineTexts = {
  title: 'Saved drives on this device',
  lead: 'Your saved drives, available offline.',
  keptOn: (day: string) => `A copy from ${day}. It may have changed since.`,
  empty: 'Nothing here yet. Log in, save a drive and stay online for a moment: it will be copied to this device.',
  privateLink: 'Only its owner and the people it is shared with can open this link.',
  drive: 'Drive',
  photos: 'Photos',
  manage: 'Storage on this device',
  all: 'All saved drives on this device',
  map: {
    short: (size: string) => `Street map: ${size}`,
    whole: (size: string) => `Street map on this device: ${size}.`,
    coarse: (size: string) => `Street map on this device: ${size}, without the smallest roads.`,
    partial: (size: string) => `The street map (${size}) is not yet complete on this device.`,
  },
  device: {
    lead: 'Stored in this browser to work without a network. A saved drive that you remove here stays on your list; it returns when you open its guide.',
    total: (size: string) => `${size} on this device`,
    empty: 'Nothing is stored on this device.',
    kinds: { drive: 'Drive', trip: 'Trip', plan: 'Plan' },
    remove: 'Remove',
    removeOf: (title: string) => `Remove ${title}`,
    removeAll: 'Remove all',
    failed: 'This could not be removed. Please try again.',
  },
};
