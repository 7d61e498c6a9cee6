import styles from './Badges.module.css';

/** Labels of a collection. */
export function Badges({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return (
    <ul className={styles.badges}>
      {labels.map((label) => (
        <li key={label} className={styles.badge}>
          {label}
        </li>
      ))}
    </ul>
  );
}
