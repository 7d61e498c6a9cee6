import { afterAll, describe, expect, it } from '@jest/globals';
import { DriveList } from '@switchback/proto/users/v1/service';
import { openGateway } from '../testing/open-gateway.js';

const { ask, auth, users, search, close } = await openGateway();
auth.add('ann', { accountType: 'hero' });
users.add('ann');
const token = auth.openSession('ann');
const caller = { userId: 'ann', accountType: 'hero' as const };
const list = DriveList.DRIVE_LIST_SAVED;
await users.listDrive({ driveId: 'd7', list, listed: true }, { requestId: 'r', caller });
afterAll(close);

/** Returns the lists sent to the search service with this query. */
async function sentWith(query: string, session?: string) {
  const payload = session === undefined ? {} : { token: session };
  const answer = await ask({ method: 'POST', url: `/api/drives/search?${query}`, payload });
  expect(answer.status).toBe(200);
  const { savedIds, completedIds } = search.requests.at(-1)!.filters!;
  return { savedIds, completedIds };
}

const NONE = { savedIds: [], completedIds: [] };

describe('the lists of the caller', () => {
  it('are sent with a search that depends on them', async () => {
    // Aim: excluding another kind of drive still finds saved drives; only the caller's own lists are read.
    expect(await sentWith('public=false', token)).toEqual({ savedIds: ['d7'], completedIds: [] });
    expect(await sentWith('shared=false&completed=false', token)).toEqual({ savedIds: ['d7'], completedIds: [] });
    expect(await sentWith('public=false')).toEqual(NONE);
  });

  it('are not requested if they change nothing', async () => {
    // Aim: an ordinary search works while the users service is unavailable.
    users.failure = new Error('away');
    expect(await sentWith('', token)).toEqual(NONE);
    expect(await sentWith('public=false&saved=false&completed=false', token)).toEqual(NONE);
    users.failure = undefined;
  });

  it('are sent for facets, which count saved drives whatever the filters', async () => {
    // Aim: the lists do not change the result, and without the users service a search works, but has no facets.
    expect(await sentWith('facets=true', token)).toEqual(NONE);
    expect(search.requests.at(-1)!.facets).toEqual({ savedIds: ['d7'], completedIds: [] });
    await sentWith('facets=true');
    expect(search.requests.at(-1)!.facets).toEqual(NONE);
    users.failure = new Error('away');
    expect(await sentWith('facets=true', token)).toEqual(NONE);
    expect(search.requests.at(-1)!.facets).toBeUndefined();
    users.failure = undefined;
  });
});
