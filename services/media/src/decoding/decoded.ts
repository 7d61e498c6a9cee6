/** The sizes a photo is kept in, by the longer side in pixels at most. */
export const PHOTO_SIDES = { small: 320, medium: 800, large: 1_600, original: 4_096 } as const;
export type PhotoSize = keyof typeof PHOTO_SIDES;
export const PHOTO_SIZES = ['small', 'medium', 'large', 'original'] as const satisfies PhotoSize[];

/** Why a photo is not taken: none of the formats, broken, or more than may be decoded. */
export type Refusal = 'format' | 'broken' | 'pixels';

export interface DecodedPhoto {
  /** As JPEG, without metadata. */
  files: Record<PhotoSize, Uint8Array>;
  /** Dominant colour, as #rrggbb. */
  color: string;
  /** Of the original, in pixels. */
  width: number;
  height: number;
  /** The file's EXIF as a TIFF block, where it was asked for and is there. */
  exif?: Uint8Array;
}

/** What the process that decodes a photo tells of it. */
export type Decoded = DecodedPhoto | { refused: Refusal };
