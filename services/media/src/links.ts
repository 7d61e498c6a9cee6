import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { OpenPhotoRequest } from '@switchback/proto/media/v1/service';
import { DataSource } from 'typeorm';
import { PHOTO_SIZES, type PhotoSize } from './decoding/decoded.js';
import { findSecret } from './links.sql.js';

const LINK_SECONDS = 30 * 60;

/**
 * URLs of photos. The URL of a photo that is not public names the viewer it was made for, whose access is checked on
 * each request.
 */
@Injectable()
export class Links {
  private secret: Promise<Buffer> | undefined;

  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** @param viewer null for a photo that everyone may see. */
  async addressesOf(driveId: string, photoId: string, viewer: Caller | null): Promise<Record<PhotoSize, string>> {
    const query = viewer ? await this.signed(driveId, photoId, viewer) : '';
    const at = (size: PhotoSize) => `/media/drives/${driveId}/${photoId}/${size}.jpg${query}`;
    return { small: at('small'), medium: at('medium'), large: at('large'), original: at('original') };
  }

  /**
   * Returns the id of the person the URL was made for; null if it has expired or is not signed by us. The account type
   * in it may be out of date.
   */
  async viewerOf({ driveId, id, viewer, expires, signature }: OpenPhotoRequest): Promise<string | null> {
    if (signature === '' || !(Number(expires) > this.nowSeconds())) return null;
    // Compared as text, because several texts decode to the same bytes.
    const input = Buffer.from(signature);
    const right = Buffer.from(await this.sign(driveId, id, viewer, expires));
    if (input.length !== right.length || !timingSafeEqual(input, right)) return null;
    return viewer.slice(viewer.indexOf('.') + 1);
  }

  private async signed(driveId: string, photoId: string, { accountType, userId }: Caller): Promise<string> {
    // Rounded, so that a reloaded page finds the pictures in the browser's cache.
    const expires = String((Math.floor(this.nowSeconds() / LINK_SECONDS) + 2) * LINK_SECONDS);
    // An older release reads the account type here.
    const viewer = `${accountType}.${userId}`;
    const signature = await this.sign(driveId, photoId, viewer, expires);
    return `?${new URLSearchParams({ viewer, expires, signature }).toString()}`;
  }

  private async sign(driveId: string, photoId: string, viewer: string, expires: string): Promise<string> {
    const secret = await (this.secret ??= this.readSecret());
    return createHmac('sha256', secret)
      .update(JSON.stringify([driveId, photoId, viewer, expires]))
      .digest('base64url');
  }

  private async readSecret(): Promise<Buffer> {
    try {
      const secret = await findSecret(this.source);
      if (!secret) throw new Error('The secret of the photo links is missing.');
      return secret;
    } catch (error) {
      this.secret = undefined;
      throw error;
    }
  }

  private nowSeconds(): number {
    return this.clock.now().getTime() / 1_000;
  }
}

export function isPhotoSize(size: string): size is PhotoSize {
  return (PHOTO_SIZES as readonly string[]).includes(size);
}
