/** Media types that clients declare for accepted formats; the file's bytes decide. */
export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/heic', 'image/heif'] as const;

export const PHOTO_MESSAGES = {
  descriptionTooLong: 'Photo description cannot exceed 200 characters',
  notUrl: 'Does not match url pattern',
};
