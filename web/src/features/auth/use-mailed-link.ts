import { useParams } from 'react-router';
import type { MailedLink } from './auth-endpoints.js';

/** What the link that led here carries. */
export function useMailedLink(): MailedLink {
  const { id = '', code = '' } = useParams();
  return { id, code };
}
