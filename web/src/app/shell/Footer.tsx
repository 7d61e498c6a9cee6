import { Link } from 'react-router';
import { useSettingsQuery } from '../../api/api.js';
import { useProductName } from '../../lib/page/product.js';
import { texts } from '../../texts/en.js';
import styles from './Footer.module.css';

/** The footer of every page. `slim` is one line, on windows with room for it. */
export function Footer({ slim = false }: { slim?: boolean }) {
  const product = useProductName();
  const socialUrl = useSettingsQuery().data?.socialUrl ?? null;
  return (
    <footer className={styles.footer} data-slim={slim || undefined}>
      <nav aria-label={texts.footer.label} className={styles.links}>
        <Link to="/about">{texts.footer.about}</Link>
        <Link to="/privacy">{texts.footer.privacy}</Link>
        <Link to="/terms">{texts.footer.terms}</Link>
        <Link to="/help">{texts.footer.guide}</Link>
        <Link to="/get-app">{texts.footer.app}</Link>
        <Link to="/report-abuse">{texts.footer.report}</Link>
        <Link to="/contact">{texts.footer.help}</Link>
        {socialUrl !== null && (
          <a href={socialUrl} rel="me noopener">
            {texts.footer.social}
          </a>
        )}
      </nav>
      <span>{texts.footer.copyright(new Date().getFullYear(), product)}</span>
      <span>{texts.footer.mapData}</span>
    </footer>
  );
}
