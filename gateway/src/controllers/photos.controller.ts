import { Controller, Inject, StreamableFile } from '@nestjs/common';
import {
  approvePhoto,
  convertPhoto,
  deletePhoto,
  disapprovePhoto,
  type DrivePhoto,
  drivePhotos,
  likePhoto,
  type PhotoInfo,
  savePhotos,
} from '@switchback/contracts/endpoints/media';
import { refuseField } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import type { Storage } from '@switchback/platform/storage/storage';
import type * as proto from '@switchback/proto/media/v1/service';
import { Answers, type InputOf } from '../contract/answers.js';
import { OPEN_STORAGE } from '../http/tokens.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import type { Upload } from '../uploads/uploads.js';

@Controller()
export class PhotosController {
  constructor(
    @Inject(CLIENTS) private readonly clients: Clients,
    @Inject(OPEN_STORAGE) private readonly storage: () => Promise<Storage>,
  ) {}

  @Answers(drivePhotos)
  async list({ params: { id: driveId }, call }: InputOf<typeof drivePhotos>) {
    return answer(await this.clients.media.listPhotos({ driveId }, call));
  }

  @Answers(savePhotos)
  async save({ params: { id: driveId }, body, uploads, idempotency, call }: InputOf<typeof savePhotos>) {
    const input = body['photosInfo[]'] ?? [];
    const infos = input.filter((info) => info !== 'null');
    const entries = entriesOf(infos, uploads);
    const whole = infos.length < input.length || infos.some(({ id }) => id !== undefined);
    if (entries.length === 0 && !whole) throw refuseField('photos', 'photoMissing');
    const request = { driveId, entries, whole, idempotency: idempotency ?? undefined };
    return answer(await this.clients.media.savePhotos(request, call));
  }

  @Answers(convertPhoto)
  async convert({ upload, call }: InputOf<typeof convertPhoto>) {
    if (!upload) throw refuseField('photos', 'photoMissing');
    const { key } = await this.clients.media.convertPhoto({ upload: upload.key }, call);
    const storage = await this.storage();
    const { body, size } = await storage.get(key);
    body.once('close', () => void storage.delete(key).catch(() => undefined));
    return new StreamableFile(body, { type: 'image/jpeg', length: size });
  }

  @Answers(deletePhoto)
  async delete({ params: { id: driveId, photoId: id }, call }: InputOf<typeof deletePhoto>) {
    return answer(await this.clients.media.deletePhoto({ driveId, id }, call));
  }

  @Answers(likePhoto)
  async like({ params: { id: driveId, photoId: id }, body: { like }, call }: InputOf<typeof likePhoto>) {
    return answer(await this.clients.media.likePhoto({ driveId, id, like }, call));
  }

  @Answers(approvePhoto)
  approve({ params: { id, photoId }, call }: InputOf<typeof approvePhoto>) {
    return this.#decide(id, photoId, true, call);
  }

  @Answers(disapprovePhoto)
  disapprove({ params: { id, photoId }, call }: InputOf<typeof disapprovePhoto>) {
    return this.#decide(id, photoId, false, call);
  }

  async #decide(driveId: string, id: string, approve: boolean, call: Call) {
    const { rev } = await this.clients.moderation.checkClaim({ kind: 'photo', subjectId: id }, call);
    return answer(await this.clients.media.decidePhoto({ driveId, id, approve, rev }, call));
  }
}

/** Returns the entries in the order of the infos; files without an info come last. */
function entriesOf(infos: readonly PhotoInfo[], uploads: readonly Upload[]): proto.PhotoEntry[] {
  const rest = new Set(uploads);
  const named = infos.map((info) => {
    const words = { credit: creditOf(info), description: info.description ?? '' };
    if (info.id !== undefined) return { id: info.id, withPlace: false, ...words };
    const upload = [...rest].find(({ name }) => name === info.key);
    if (!upload) throw refuseField('photos', 'photoMissing');
    rest.delete(upload);
    return { upload: upload.key, withPlace: info.showPlace ?? false, ...words };
  });
  return [
    ...named,
    ...[...rest].map(({ key: upload }) => ({ upload, credit: undefined, description: '', withPlace: false })),
  ];
}

function creditOf({ credit }: PhotoInfo): proto.Credit | undefined {
  if (!credit) return undefined;
  const { name, externalUrl, description, userId } = credit;
  return { userId: userId ?? '', name: name ?? '', externalUrl: externalUrl ?? '', description: description ?? '' };
}

function answer({ photos }: { photos: readonly proto.Photo[] }): { photos: DrivePhoto[] } {
  return {
    photos: photos.map(({ addedBy, credit, location, ...photo }) => ({
      ...photo,
      location: location ?? null,
      addedBy: addedBy || null,
      credit: {
        userId: credit?.userId || null,
        name: credit?.name ?? '',
        externalUrl: credit?.externalUrl ?? '',
        description: credit?.description ?? '',
      },
    })),
  };
}
