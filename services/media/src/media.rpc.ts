import { Inject } from '@nestjs/common';
import { ProductError } from '@switchback/platform/errors';
import type { Ids } from '@switchback/platform/ids';
import { IDS } from '@switchback/platform/nest/tokens';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type ConvertPhotoRequest,
  type DecidePhotoRequest,
  type DeletePhotoRequest,
  type FindPhotoRequest,
  type LikePhotoRequest,
  type ListOwnPhotosRequest,
  type ListPhotosRequest,
  MediaServiceDefinition,
  type OpenPhotoRequest,
  type SavePhotosRequest,
} from '@switchback/proto/media/v1/service';
import { Accounts } from './accounts.js';
import { DriveAccess, type SeenDrive } from './drive-access.js';
import { isPhotoSize, Links } from './links.js';
import { fileOf, PhotoFiles } from './photo-files.js';
import { isPending, isShown, maySeePhoto } from './photo.policy.js';
import { PhotoRows } from './photo-rows.js';
import { Photos } from './photos.service.js';

/** RPC interface of the media service. */
@RpcController(MediaServiceDefinition)
export class MediaRpc {
  constructor(
    private readonly access: DriveAccess,
    private readonly rows: PhotoRows,
    private readonly photos: Photos,
    private readonly files: PhotoFiles,
    private readonly links: Links,
    private readonly accounts: Accounts,
    @Inject(IDS) private readonly ids: Ids,
  ) {}

  async listPhotos({ driveId }: ListPhotosRequest, call: Call) {
    return this.answer(await this.access.require(driveId, call), call);
  }

  async findPhoto({ id }: FindPhotoRequest, call: Call) {
    const photo = await this.rows.one(id);
    // Returns the same response for a photo of a drive that the caller may not see as for one that does not exist.
    const drive = photo && (await this.access.find(photo.driveId, call));
    if (!drive || !maySeePhoto({ ...photo, pending: isPending(drive, photo) }, call.caller))
      throw new ProductError('photoNotFound');
    const { driveId, addedBy, description } = photo;
    return { driveId, driveTitle: drive.title, addedBy: addedBy ?? '', description };
  }

  /** @throws ProductError `invalidSession` */
  async listOwnPhotos({ after }: ListOwnPhotosRequest, { caller }: Call) {
    if (!caller) throw new ProductError('invalidSession');
    return { photos: await this.rows.ofPerson(caller.userId, after) };
  }

  async savePhotos(request: SavePhotosRequest, call: Call) {
    try {
      const drive = () => this.access.require(request.driveId, call);
      // Checked before the work of decoding, too.
      await drive();
      return await this.answer(await this.photos.save(request, call.caller, drive), call);
    } finally {
      for (const { upload } of request.entries) if (upload) await this.files.discardUpload(upload);
    }
  }

  async deletePhoto({ driveId, id }: DeletePhotoRequest, call: Call) {
    const drive = await this.access.require(driveId, call);
    await this.photos.delete(drive, id, call.caller);
    return this.answer(drive, call);
  }

  async likePhoto({ driveId, id, like }: LikePhotoRequest, call: Call) {
    const drive = await this.access.require(driveId, call);
    await this.photos.like(drive, id, like, call.caller);
    return this.answer(drive, call);
  }

  async decidePhoto({ driveId: said, id, approve, rev }: DecidePhotoRequest, call: Call) {
    const driveId = said || (await this.rows.one(id))?.driveId;
    if (!driveId) throw new ProductError('photoNotFound');
    const drive = await this.access.require(driveId, call);
    await this.photos.decide(drive, id, { approve, rev }, call.caller);
    return this.answer(drive, call);
  }

  async convertPhoto({ upload }: ConvertPhotoRequest, { caller }: Call) {
    try {
      if (!caller) throw new ProductError('invalidSession');
      return { key: await this.files.convert(this.ids.uuid(), upload) };
    } finally {
      await this.files.discardUpload(upload);
    }
  }

  /**
   * Checks access again for each file, against the account's current state. Returns the same response, with the same
   * work, for a photo that the caller may not see as for one that does not exist.
   */
  async openPhoto(request: OpenPhotoRequest, call: Call) {
    const { id, driveId, size } = request;
    const userId = await this.links.viewerOf(request);
    const caller = userId === null ? null : await this.accounts.present(userId, call);
    const drive = await this.access.find(driveId, { ...call, caller });
    const photo = await this.rows.visible(drive, id, caller);
    if (!drive || !photo || !isPhotoSize(size)) throw new ProductError('photoNotFound');
    const isPublic = drive.isPublished && isShown({ ...photo, pending: isPending(drive, photo) });
    return { key: fileOf(id, size), isPublic };
  }

  private async answer(drive: SeenDrive, { caller }: Call) {
    return { photos: await this.rows.present(drive, caller) };
  }
}
