import { countriesOf, tagOf } from '@switchback/platform/wire/drive-summary';
import { present } from '@switchback/platform/wire/values';
import type { RouteResponse } from '@switchback/proto/drives/v1/service';
import { toDirections } from './drive.js';

/** Maps a route with the facts about its line. */
export function toRouted({ directions, note, countries, tags }: RouteResponse) {
  return {
    ...toDirections(present(directions, 'directions')),
    ...(countries.length > 0 && { countries: countriesOf(countries) }),
    ...(tags.length > 0 && { tags: tags.map(tagOf) }),
    ...(note !== '' && { note }),
  };
}
