import { useParams } from 'react-router';
import type { MailedLink } from './auth-endpoints.js';

/** Returns the parameters of the mailed link that led here. */
export function useMailedLink(): MailedLink {
  const { id = '', code = '' } = useParams();
  return { id, code };
}
