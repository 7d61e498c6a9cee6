/**
 * Local names of cities, by country and by the name in the data packages, which have only one name each, often the
 * English one. People type the names on the signs. Names in other scripts are omitted, since they fold to an empty
 * text.
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

/** Returns the names that people type for a city: the one in the data, and the local one. */
export function namesOfCity(countryCode: string, name: string): string[] {
  const local = LOCAL_NAMES[countryCode]?.[name];
  return local === undefined ? [name] : [name, local];
}
