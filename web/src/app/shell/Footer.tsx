import { useProductName } from '../../lib/product.js';
import { texts } from '../../texts/en.js';
import styles from './Footer.module.css';

export function Footer() {
  const product = useProductName();
  return (
    <footer className={styles.footer}>
      <span>{texts.footer.copyright(new Date().getFullYear(), product)}</span>
      <span>{texts.footer.mapData}</span>
    </footer>
  );
}
