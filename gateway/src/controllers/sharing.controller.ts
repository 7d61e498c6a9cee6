import { Controller, Inject } from '@nestjs/common';
import { rankDrive, shareDrive } from '@switchback/contracts/endpoints/sharing';
import { rankingsOf } from '@switchback/platform/wire/drive-summary';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Sharing of drives, and their rankings. */
@Controller()
export class SharingController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(shareDrive)
  async share({ body: { driveId, users }, call }: InputOf<typeof shareDrive>) {
    const request = { driveId, users: users ? { ids: users } : undefined };
    const { userIds } = await this.clients.users.shareDrive(request, call);
    return { shared: userIds };
  }

  @Answers(rankDrive)
  async rank({ params: { id }, body: { world, countries }, call }: InputOf<typeof rankDrive>) {
    const rankings = {
      world: world ?? false,
      countries: (countries ?? []).map(({ country, states }) => ({
        country: ranked(country),
        states: (states ?? []).map(ranked),
      })),
    };
    const answer = await this.clients.drives.rankDrive({ id, rankings }, call);
    return { rankings: rankingsOf(answer.rankings) };
  }
}

function ranked({ id, topRanked }: { id: number; topRanked?: boolean | null | undefined }) {
  return { id, name: '', topRanked: topRanked ?? false };
}
