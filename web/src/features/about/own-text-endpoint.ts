import type { OwnTextName } from '@switchback/contracts/rules/own-texts';
import { api } from '../../api/api.js';
import { type Answer, asks } from '../../api/asks.js';

const ownTextApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownText: build.query<Answer<'ownText'>, OwnTextName>({
      ...asks('ownText', (page: OwnTextName) => ({ params: { page } })),
    }),
  }),
});

export const { useOwnTextQuery } = ownTextApi;
