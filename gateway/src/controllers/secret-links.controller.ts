import { Controller, Inject } from '@nestjs/common';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import {
  createSecretLink,
  revokeSecretLink,
  secretDrive,
  secretDriveExport,
  secretLinkCall,
} from '@switchback/contracts/endpoints/secret-links';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { Downloads } from '../downloads/downloads.js';
import { lineFile } from '../downloads/line-file.js';
import { toDetails } from '../mapping/drive.js';
import { toSecretLink } from '../mapping/secret-link.js';
import { CLIENTS, type Clients } from '../services/clients.js';

/** Secret links, which show a private drive to anyone who has the URL. */
@Controller()
export class SecretLinksController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    private readonly downloads: Downloads,
  ) {}

  @Answers(secretLinkCall)
  async find({ params, call }: InputOf<typeof secretLinkCall>) {
    const { link } = await this.clients.drives.getSecretLink(params, call);
    return { link: link ? toSecretLink(link) : null };
  }

  @Answers(createSecretLink)
  async create({ params: { id }, body: { days }, call }: InputOf<typeof createSecretLink>) {
    const { link } = await this.clients.drives.createSecretLink({ id, days: days ?? 0 }, call);
    return { link: toSecretLink(present(link, 'link')) };
  }

  @Answers(revokeSecretLink)
  async revoke({ params, call }: InputOf<typeof revokeSecretLink>) {
    await this.clients.drives.revokeSecretLink(params, call);
    return {};
  }

  @Answers(secretDrive)
  async open({ body: { secret }, call }: InputOf<typeof secretDrive>) {
    return { drive: await this.#drive(secret, call) };
  }

  @Answers(secretDriveExport, { endsWithClient: true })
  export({ params: { format }, body: { secret }, origin: { address }, call }: InputOf<typeof secretDriveExport>) {
    return this.downloads.start(call, address, async () => lineFile(await this.#drive(secret, call), format));
  }

  async #drive(secret: string, call: Call): Promise<DriveDetails> {
    return toDetails(present((await this.clients.drives.getSecretDrive({ secret }, call)).drive, 'drive'));
  }
}
