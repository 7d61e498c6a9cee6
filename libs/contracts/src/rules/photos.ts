/** What clients call the formats that are taken; the file's bytes decide. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/heic', 'image/heif'] as const;
