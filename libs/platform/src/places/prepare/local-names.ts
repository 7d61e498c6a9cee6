/**
 * What cities are called where they are, by country and name in the data packages, which have one name alone, often the English
 * one. People type what stands on the signs. Names in other scripts fold to nothing and are left out.
 */
const LOCAL_NAMES: Record<string, Record<string, string>> = {
  AT: { Vienna: 'Wien' },
  BE: { Antwerp: 'Antwerpen', Brussels: 'Bruxelles', Bruges: 'Brugge', Ghent: 'Gent' },
  CH: { Geneva: 'Genève', Lucerne: 'Luzern' },
  CZ: { Prague: 'Praha', Pilsen: 'Plzeň' },
  DE: { Munich: 'München', Cologne: 'Köln', Nuremberg: 'Nürnberg', Hanover: 'Hannover' },
  DK: { Copenhagen: 'København' },
  ES: { Seville: 'Sevilla' },
  IT: { Florence: 'Firenze', Milan: 'Milano', Naples: 'Napoli', Rome: 'Roma', Turin: 'Torino', Venice: 'Venezia' },
  NL: { 'The Hague': 'Den Haag' },
  PL: { Warsaw: 'Warszawa' },
  PT: { Lisbon: 'Lisboa' },
  RO: { Bucharest: 'București' },
  RS: { Belgrade: 'Beograd' },
  SE: { Gothenburg: 'Göteborg' },
  US: { 'New York City': 'New York', 'Washington D.C.': 'Washington DC' },
};

/** The names people type for a city: its own in the data, and that of the place itself. */
export function namesOfCity(countryCode: string, name: string): string[] {
  const local = LOCAL_NAMES[countryCode]?.[name];
  return local === undefined ? [name] : [name, local];
}
