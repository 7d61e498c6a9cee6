import { titleFault } from '@switchback/contracts/rules/authoring';
import { isCallError } from '../../api/error.js';
import { useDebounced } from '../../lib/page/use-debounced.js';
import type { DriveFields } from '../../lib/drives/drive-fields.js';
import { useCheckTitleQuery } from './editor-endpoints.js';

const CHECK_MS = 200;

export interface TitleCheck {
  isFree: boolean;
  /** The drive that has the title, by ID if the user may see it; null if there is none, or until it is known. */
  taken: { id?: string; title: string } | null;
}

/**
 * Checks on the server, while the user types, whether the title of a public drive is free.
 * @param driveId ID of the edited drive, whose own title counts as free.
 */
export function useTitleCheck({ title: typed, isPublic }: DriveFields, driveId: string | null): TitleCheck {
  const title = useDebounced(typed.trim(), CHECK_MS);
  const isFit = isPublic && title !== '' && titleFault(title) === null;
  const { data, error, isFetching } = useCheckTitleQuery({ title, driveId: driveId ?? undefined }, { skip: !isFit });
  const isSettled = isFit && title === typed.trim() && !isFetching;
  const isTaken = isSettled && isCallError(error) && error.type === 409;
  return {
    isFree: isSettled && data === true,
    taken: isTaken ? ((error.additional?.['isTaken'] as TitleCheck['taken']) ?? { title }) : null,
  };
}
