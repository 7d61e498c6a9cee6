import { z } from 'zod';
import { rankings } from '../resources/drive.js';
import { regionId } from '../resources/geo.js';
import { LIMITS } from '../rules/limits.js';
import { ownParams } from './auth.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';
import { text } from './text.js';

export const shareDrive = endpoint('shareDrive', 'POST /api/users/user/{id}/shared-drives', {
  summary: 'Return the users with whom the caller shares a private drive; with `users`, replaces the whole list first',
  tag: 'Sharing',
  access: 'owner',
  params: ownParams,
  body: z.object({
    token,
    driveId: text(64, 1).meta({ example: 'd1' }),
    users: z
      .array(text(64, 1))
      .max(LIMITS.sharesMax, { error: `A drive is shared with ${LIMITS.sharesMax} people at most.` })
      .nullish()
      .meta({ description: 'Ids of Hero accounts.', example: null }),
  }),
  answer: z.object({ shared: z.array(z.string()) }).meta({ id: 'SharedWith' }),
  errors: ['driveNotFound', 'notAllowed', 'upgradeNeeded'],
});

const named = z.object({ id: regionId, topRanked: z.boolean().nullish() });

export const rankDrive = endpoint('rankDrive', 'POST /api/rankings/drives/{id}', {
  summary: 'Set the rankings of a drive in the world, in countries and in their states',
  tag: 'Sharing',
  access: 'member',
  params: z.object({ id: text(64, 1) }),
  body: z.object({
    token,
    world: z.boolean().nullish(),
    countries: z
      .array(z.object({ country: named, states: z.array(named).max(LIMITS.rankedStatesMax).nullish() }))
      .max(LIMITS.rankedCountriesMax)
      .nullish()
      .meta({ example: [] }),
  }),
  answer: z.object({ rankings }).meta({ id: 'RankingsAnswer' }),
  errors: ['notAllowed', 'driveNotFound'],
});
