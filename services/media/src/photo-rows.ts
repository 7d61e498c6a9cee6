import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '@switchback/platform/rpc/call';
import type { Location } from '@switchback/proto/drives/v1/drive';
import type { OwnPhoto, Photo as PhotoMessage } from '@switchback/proto/media/v1/service';
import { Repository } from 'typeorm';
import type { SeenDrive } from './drive-access.js';
import { Links } from './links.js';
import { fileOf } from './photo-files.js';
import { Photo, type PhotoRow } from './photo.entity.js';
import { isPending, isShown, maySeePhoto } from './photo.policy.js';
import { findPhoto, findVisiblePhoto, likesOf, photosOfDrive, photosOfPerson } from './photo-rows.sql.js';

/** Reads photos. */
@Injectable()
export class PhotoRows {
  constructor(
    @InjectRepository(Photo) private readonly photos: Repository<Photo>,
    private readonly links: Links,
  ) {}

  one(id: string): Promise<PhotoRow | undefined> {
    return findPhoto(this.photos.manager, id);
  }

  /**
   * Returns a photo of a drive if the caller sees both; otherwise undefined, with the same work whether or not they
   * exist.
   */
  visible(drive: SeenDrive | null, id: string, caller: Caller | null): Promise<PhotoRow | undefined> {
    return findVisiblePhoto(this.photos.manager, drive, id, caller);
  }

  /**
   * Returns a page of the photos that a person added or likes, by id; of other people's photos it reveals only which
   * they are.
   */
  async ofPerson(userId: string, after: string): Promise<OwnPhoto[]> {
    const rows = await photosOfPerson(this.photos.manager, userId, after);
    return rows.map(({ id, driveId, liked, addedBy, addedAt, credit, description, lat, lng }) =>
      addedBy === userId
        ? {
            id,
            driveId,
            liked,
            added: true,
            credit,
            description,
            addedDate: addedAt.toISOString(),
            key: fileOf(id, 'original'),
            location: placeOf({ lat, lng }),
          }
        : {
            id,
            driveId,
            liked,
            added: false,
            credit: undefined,
            description: '',
            addedDate: '',
            key: '',
            location: undefined,
          },
    );
  }

  /** Returns the photos of a drive that the caller may see, the primary one first. */
  async present(drive: SeenDrive, caller: Caller | null): Promise<PhotoMessage[]> {
    const { manager } = this.photos;
    const rows = (await photosOfDrive(manager, drive.id)).map((row) => ({ ...row, pending: isPending(drive, row) }));
    const primary = rows.find(isShown)?.id;
    const seen = rows.filter((row) => maySeePhoto(row, caller));
    const ordered = [...seen.filter(({ id }) => id === primary), ...seen.filter(({ id }) => id !== primary)];
    const likes = await likesOf(
      manager,
      ordered.map(({ id }) => id),
    );
    return Promise.all(
      ordered.map(async (row) => {
        const viewer = drive.isPublished && isShown(row) ? null : caller;
        const { id, description, color, width, height, credit, pending } = row;
        return {
          id,
          description,
          color,
          width,
          height,
          credit,
          pending,
          primary: id === primary,
          location: placeOf(row),
          ...(await this.links.addressesOf(drive.id, id, viewer)),
          likes: likes.get(id) ?? [],
          addedBy: row.addedBy ?? '',
          addedDate: row.addedAt.toISOString(),
        };
      }),
    );
  }
}

function placeOf({ lat, lng }: Pick<PhotoRow, 'lat' | 'lng'>): Location | undefined {
  return lat === null || lng === null ? undefined : { lat, lng };
}
