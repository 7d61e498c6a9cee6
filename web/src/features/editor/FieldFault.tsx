import { sentences } from '../../api/error.js';
import styles from './Editor.module.css';
import type { FaultField } from './fault-fields.js';
import type { FaultWork } from './use-faults.js';

interface Props extends Pick<FaultWork, 'faults' | 'showAll'> {
  fields: readonly FaultField[];
}

/** Fault of fields without a control of their own; receives the focus in their place. */
export function FieldFault({ fields, faults, showAll }: Props) {
  const [fault] = fields.flatMap((field) => faults[field] ?? []);
  return (
    <p role="alert" tabIndex={-1} data-field={fields.join(' ')} className={styles.fault}>
      {showAll && fault !== undefined && sentences(fault)}
    </p>
  );
}
