import type { ChangeRequestField } from '@switchback/contracts/rules/authoring';

/** Texts of the changes that staff request of a submitted drive. */
export const changeRequestTexts = {
  lead: 'A reviewer asked for changes before this drive is published.',
  make: 'Make the changes',
  upgrade: 'Making the changes requires a Hero account.',
  fields: {
    title: 'Title',
    description: 'Description',
    countriesAndStates: 'Countries and states',
    photos: 'Photos',
    tags: 'Tags',
    starRating: 'Stars',
    intensityRating: 'Intensity',
    roadQualityRating: 'Road quality',
    trafficRating: 'Traffic',
    directions: 'Directions',
  } satisfies Record<ChangeRequestField, string>,
};
