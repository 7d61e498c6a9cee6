import { IconMenu2, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { useProductName } from '../../lib/product.js';
import { texts } from '../../texts/en.js';
import { DisplayControls } from './DisplayControls.js';
import styles from './Header.module.css';
import { Logo } from './Logo.js';

/** Logo, Explore, units and colors; at 550 px and below behind "Menu". */
export function Header() {
  const product = useProductName();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [pathname]);
  const Icon = open ? IconX : IconMenu2;
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand} aria-label={texts.nav.home(product)}>
        <Logo />
        <span className={styles.name}>{product}</span>
      </Link>
      <button
        type="button"
        className={styles.menuButton}
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      >
        <Icon size={22} aria-hidden="true" />
        {texts.nav.menu}
      </button>
      <div id="main-menu" className={styles.menu} data-open={open}>
        <nav aria-label={texts.nav.label}>
          <NavLink to="/explore" className={styles.link}>
            {texts.nav.explore}
          </NavLink>
        </nav>
        <div className={styles.controls}>
          <DisplayControls />
        </div>
      </div>
    </header>
  );
}
