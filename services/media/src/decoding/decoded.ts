/** Stored sizes of a photo: maximum of the longer side in pixels. */
export const PHOTO_SIDES = { small: 320, medium: 800, large: 1_600, original: 4_096 } as const;
export type PhotoSize = keyof typeof PHOTO_SIDES;
export const PHOTO_SIZES = ['small', 'medium', 'large', 'original'] as const satisfies PhotoSize[];

/** Result from the process that decodes a photo. */
export interface DecodedPhoto {
  /** As JPEG, without metadata. */
  files: Record<PhotoSize, Uint8Array>;
  /** Dominant color, as #rrggbb. */
  color: string;
  /** Size of the original, in pixels. */
  width: number;
  height: number;
  /** The file's EXIF data as a TIFF block, if requested and present. */
  exif?: Uint8Array;
}
