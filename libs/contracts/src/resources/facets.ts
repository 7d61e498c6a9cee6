import { z } from 'zod';
import { CURVINESS_BAND_NAMES } from '../rules/curviness.js';
import { type Kind, TAG_CATEGORIES } from '../rules/drives.js';

const count = z.number().int();

export const facets = z
  .object({
    tags: z
      .array(z.object({ category: z.enum(TAG_CATEGORIES), name: z.string(), count }))
      .meta({ description: 'With the tag added to the chosen ones.' }),
    curviness: z
      .array(z.object({ band: z.enum(CURVINESS_BAND_NAMES), count }))
      .meta({ description: 'With the band instead of the curviness filter; a drive is in one band at most.' }),
    kinds: z
      .object({ private: count, public: count, saved: count, completed: count, shared: count } satisfies Record<
        Kind,
        unknown
      >)
      .meta({ description: 'With this kind alone.' }),
    stars: z
      .array(z.object({ atLeast: z.number(), count }))
      .meta({ description: 'With this minimum instead of the star filter.' }),
    duration: z
      .array(z.object({ atMost: z.number().describe('Seconds.'), count }))
      .meta({ description: 'With this maximum instead of the duration filter.' }),
  })
  .meta({ id: 'Facets', description: 'Number of drives that the query would find with one more choice, exact.' });
export type Facets = z.infer<typeof facets>;
