import type { ERRORS } from '@switchback/contracts/errors';

/** Errors that the browser handles specially: their codes in the contract, without bundling its table of messages. */
export const CODES: { readonly [Name in KnownError]: (typeof ERRORS)[Name]['code'] } = {
  invalidSession: 'ERROR-00008',
  usernameTaken: 'ERROR-00012',
  notConfirmed: 'ERROR-00025',
  linkUsed: 'ERROR-00027',
  alreadyConfirmed: 'ERROR-00029',
  signUpPasswordNeeded: 'ERROR-00046',
  staleRevision: 'ERROR-00051',
  alreadyDecided: 'ERROR-00052',
};

type KnownError =
  | ('invalidSession' | 'usernameTaken' | 'notConfirmed' | 'linkUsed' | 'alreadyConfirmed')
  | ('signUpPasswordNeeded' | 'staleRevision' | 'alreadyDecided');
