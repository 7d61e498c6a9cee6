import { type ApiError, ERRORS } from '@switchback/contracts/errors';
import { ProductError } from '@switchback/platform/errors';

/** Returns a refusal shown next to a field of the editor. */
export function refuseRoute(field: 'directions' | 'waypoints', message: string): ProductError {
  const { code, type } = ERRORS.invalidInput;
  const title = field === 'directions' ? 'Directions do not fit' : 'Waypoints do not fit';
  const fields: ApiError['fields'] = { [field]: { title, message, code, type } };
  return new ProductError('invalidInput', { fields });
}
