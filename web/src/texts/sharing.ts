/** Words of sharing private drives, and of ranking. */
export const sharingTexts = {
  title: 'Share Private Drive',
  lead: 'Choose who may see it. Private drives can be shared with Hero accounts.',
  people: 'Shared with',
  placeholder: 'Search by username',
  nobody: 'Nobody of that name has a Hero account.',
  save: 'Save',
  saved: 'Saved',
  unknown: 'Somebody who left',
  rank: {
    title: 'Rank Drive',
    world: 'Ranked in the world',
    country: (index: number) => `Country ${index}`,
    state: (country: string, index: number) => `State ${index} of ${country}`,
    topRanked: (name: string) => `Top ranked in ${name}`,
    topRankedNowhere: 'Top ranked',
    addCountry: 'Add country',
    addState: 'Add state',
    remove: (name: string) => `Remove ${name}`,
    apply: 'Apply',
  },
};
