import { IconMenu2, IconX } from '@tabler/icons-react';
import { useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
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
  const button = useRef<HTMLButtonElement>(null);
  // The menu belongs to the page it was opened on: going on closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  const close = () => setOpenOn(null);
  const Icon = open ? IconX : IconMenu2;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    close();
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <header className={styles.header} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Link to="/" className={styles.brand} aria-label={texts.nav.home(product)}>
        <Logo />
        <span className={styles.name}>{product}</span>
      </Link>
      <button
        ref={button}
        type="button"
        className={styles.menuButton}
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => setOpenOn(open ? null : pathname)}
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
      {open && <div className={styles.behind} onClick={close} />}
    </header>
  );
}
