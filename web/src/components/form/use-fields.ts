import { useCallback, useEffect } from 'react';
import { useForm, type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { asCallError, sentences } from '../../api/error.js';

export type Fields<T extends FieldValues> = UseFormReturn<T> & {
  /**
   * Shows the server's error: next to the fields it names, the rest below the button.
   * @param names form fields by the server's names, if they differ.
   */
  showRefusal: (error: unknown, names?: Readonly<Record<string, FieldPath<T>>>) => void;
};

/**
 * A form that validates each field once it loses the focus, and focuses the first field with an error on submit. The
 * error below the button is cleared by the next change.
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
      const named = Object.entries(fields).map(
        ([name, said]) => [names[name] ?? (name as FieldPath<T>), said] as const,
      );
      const known = named.filter(([name]) => name in getValues());
      const without = named.filter((field) => !known.includes(field)).map(([, said]) => said);
      known.forEach(([name, said], index) =>
        setError(name, { message: sentences(said) }, { shouldFocus: index === 0 }),
      );
      const rest = [...(submit === undefined ? [] : [submit]), ...without];
      if (known.length === 0 && rest.length === 0) rest.push(refusal);
      if (rest.length > 0) setError('root', { message: rest.map(sentences).join(' ') });
    },
    [setError, getValues],
  );
  return { ...form, showRefusal };
}
