/** Titles and descriptions of pages: the same in the served HTML and in the browser. */
export interface PageText {
  title: string;
  description: string;
}

const EXPLORE = 'Explore hundreds of drives. Find a drive near you.';

interface DriveWords {
  title: string;
  startAddress: string;
  endAddress: string;
}

export function landingPage(product: string): PageText {
  return { title: `${product} - Find Your Next Drive`, description: EXPLORE };
}

export function explorePage(product: string): PageText {
  return { title: `${product} - Explore`, description: EXPLORE };
}

/** The page of one drive: its title, and where it starts and ends as far as that is known. */
export function drivePage(product: string, { title, startAddress, endAddress }: DriveWords): PageText {
  const ends = [...new Set([startAddress, endAddress].filter((address) => address !== ''))].join(' to ');
  return { title: `${title} - ${product}`, description: ends === '' ? EXPLORE : `${title}: ${ends}` };
}

/** What the picture beside a drive's link shows, for those who do not see it. */
export function cardAlt({ title }: Pick<DriveWords, 'title'>): string {
  return `The route of ${title}, drawn as a line, with its figures`;
}

export function missingPage(product: string): PageText {
  return { title: `${product} - Page not found`, description: 'There is nothing at this address.' };
}
