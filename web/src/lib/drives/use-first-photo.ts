import { skipToken } from '@reduxjs/toolkit/query';
import { usePhotosQuery } from '../../api/photos-api.js';

/** The first photo of a drive that may be restricted, requested as the person; undefined if it is not needed. */
export function useFirstPhoto(driveId: string, { isNeeded }: { isNeeded: boolean }) {
  return usePhotosQuery(isNeeded ? driveId : skipToken).data?.[0];
}
