import { useCallback, useEffect } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { asCallError, sentences } from '../../api/error.js';

export type Fields<T extends FieldValues> = UseFormReturn<T> & {
  /**
   * Says what the server refused: beside the fields it names, the rest under the button.
   * @param names fields that the server calls otherwise.
   */
  showRefusal: (error: unknown, names?: Readonly<Record<string, FieldPath<T>>>) => void;
};

/**
 * A form whose fields say what is wrong with them once they were left, and the first of which gets the focus when the
 * form is sent with a fault. What stands under the button goes with the next change.
 */
export function useFields<T extends FieldValues>(defaultValues: DefaultValues<T>): Fields<T> {
  const form = useForm<T>({ mode: 'onTouched', defaultValues });
  const { subscribe, clearErrors, setError, getValues } = form;
  useEffect(
    () => subscribe({ formState: { values: true }, callback: () => clearErrors('root') }),
    [subscribe, clearErrors],
  );
  const showRefusal = useCallback(
    (error: unknown, names: Readonly<Record<string, FieldPath<T>>> = {}) => {
      const refusal = asCallError(error);
      const { submit, ...fields } = refusal.fields ?? {};
      const known = Object.entries(fields)
        .map(([name, said]) => [names[name] ?? (name as FieldPath<T>), said] as const)
        .filter(([name]) => name in getValues());
      known.forEach(([name, said], index) =>
        setError(name, { message: sentences(said) }, { shouldFocus: index === 0 }),
      );
      if (submit !== undefined || known.length === 0) setError('root', { message: sentences(submit ?? refusal) });
    },
    [setError, getValues],
  );
  return { ...form, showRefusal };
}
