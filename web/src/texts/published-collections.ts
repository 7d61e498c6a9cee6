/** Texts about the collections that staff have published. */
export const publishedTexts = {
  title: 'Trips and collections',
  previous: 'Previous collections',
  next: 'Next collections',
  collection: 'Collection',
  trip: 'Trip',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
  figures: (parts: readonly string[]) => parts.join(' · '),
};
