/** Longer side of what the server stores. */
const SIDE_MAX_PX = 4096;
const QUALITY = 0.92;
/** Smallest part to keep, as a share of each side. */
const SHARE_MIN = 0.1;

/** Part of a photo to keep, as shares of its width and height: 0 is its left or upper edge. */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Edits of a photo: quarter turns to the right, then the part of the turned photo to keep. */
export interface PhotoEdit {
  turns: number;
  crop: Crop;
}

export const UNEDITED: PhotoEdit = { turns: 0, crop: { left: 0, top: 0, right: 1, bottom: 1 } };

export type Corner = `${'top' | 'bottom'}-${'left' | 'right'}`;

export function isEdited({ turns, crop }: PhotoEdit): boolean {
  return turns > 0 || crop.left > 0 || crop.top > 0 || crop.right < 1 || crop.bottom < 1;
}

/** Turns the photo, and the part to keep with it, a quarter to the right. */
export function turned({ turns, crop: { left, top, right, bottom } }: PhotoEdit): PhotoEdit {
  return { turns: (turns + 1) % 4, crop: { left: 1 - bottom, top: left, right: 1 - top, bottom: right } };
}

/** Moves a corner by shares of the photo; the part to keep stays inside the photo. */
export function withCorner(crop: Crop, corner: Corner, x: number, y: number): Crop {
  const [vertical, horizontal] = corner.split('-');
  return {
    left: horizontal === 'left' ? between(crop.left + x, 0, crop.right - SHARE_MIN) : crop.left,
    right: horizontal === 'right' ? between(crop.right + x, crop.left + SHARE_MIN, 1) : crop.right,
    top: vertical === 'top' ? between(crop.top + y, 0, crop.bottom - SHARE_MIN) : crop.top,
    bottom: vertical === 'bottom' ? between(crop.bottom + y, crop.top + SHARE_MIN, 1) : crop.bottom,
  };
}

/** Moves the whole part by shares of the photo; it stays inside the photo. */
export function moved({ left, top, right, bottom }: Crop, x: number, y: number): Crop {
  const [byX, byY] = [between(x, -left, 1 - right), between(y, -top, 1 - bottom)];
  return { left: left + byX, top: top + byY, right: right + byX, bottom: bottom + byY };
}

/** Draws the edited photo as a JPEG, which has no metadata. */
export async function editedFile(url: string, name: string, { turns, crop }: PhotoEdit): Promise<File> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const { naturalWidth, naturalHeight } = image;
  const [width, height] = turns % 2 === 0 ? [naturalWidth, naturalHeight] : [naturalHeight, naturalWidth];
  const kept = { width: (crop.right - crop.left) * width, height: (crop.bottom - crop.top) * height };
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(kept.width, kept.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(kept.width * scale);
  canvas.height = Math.round(kept.height * scale);
  const context = canvas.getContext('2d');
  context?.scale(scale, scale);
  context?.translate(width / 2 - crop.left * width, height / 2 - crop.top * height);
  context?.rotate((turns * Math.PI) / 2);
  context?.drawImage(image, -naturalWidth / 2, -naturalHeight / 2);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (blob === null) throw new Error('The browser could not encode the photo.');
  return new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
}

function between(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
