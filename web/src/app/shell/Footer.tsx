import { Link } from 'react-router';
import { useProductName } from '../../lib/product.js';
import { texts } from '../../texts/en.js';
import styles from './Footer.module.css';

export function Footer() {
  const product = useProductName();
  return (
    <footer className={styles.footer}>
      <nav aria-label={texts.footer.label} className={styles.links}>
        <Link to="/about">{texts.footer.about}</Link>
        <Link to="/contact">{texts.footer.help}</Link>
      </nav>
      <span>{texts.footer.copyright(new Date().getFullYear(), product)}</span>
      <span>{texts.footer.mapData}</span>
    </footer>
  );
}
