/** Texts of the curviest roads of a region. */
export const roadsTexts = {
  title: 'Curviest roads',
  near: 'Curviest roads near here',
  count: (count: number, text: string) => (count === 1 ? '1 road' : `${text} roads`),
  shown: (shown: string, found: string) => `The ${shown} curviest of ${found}`,
  searching: 'Looking for roads…',
  none: 'No road of a kilometer or more is in view. Move the map.',
  tooFar: 'Zoom in to see roads.',
  failed: 'The roads could not be loaded',
  retry: 'Try again',
  hairpins: (count: number) => (count === 1 ? '1 hairpin' : `${count} hairpins`),
  noHairpins: 'No hairpins',
  unpaved: 'Unpaved',
  unnamed: 'Unnamed road',
  unnamedIn: (state: string) => `Unnamed road in ${state}`,
  /** A road with a name and a number. */
  both: (name: string, ref: string) => `${name} (${ref})`,
  open: 'See the drive',
  make: 'Make it a drive',
  makeOf: (road: string) => `Make it a drive: ${road}`,
  openOf: (road: string) => `See the drive: ${road}`,
  /** For staff. */
  take: {
    button: (count: number) =>
      count === 1 ? 'Make a private drive of it' : `Make private drives of the first ${count}`,
    taken: (count: number) => (count === 1 ? '1 private drive was made.' : `${count} private drives were made.`),
    see: 'See your drives',
    failed: 'Not all roads became drives',
  },
  /** Titles of drives. */
  numbered: (ref: string) => `Road ${ref}`,
  by: (town: string) => `Road by ${town}`,
  /** Finds the town in a label such as `near Ordino, Andorra` or `2 mi north of Ordino, Andorra`. */
  townOf: /^(?:near |.*? of )?([^,]+)/,
};
