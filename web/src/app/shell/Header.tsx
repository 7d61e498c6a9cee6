import { IconMenu2, IconX } from '../../components/icons.js';
import { Suspense } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { Link, NavLink } from 'react-router';
import { useProductName } from '../../lib/page/product.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { DisplayControls } from './DisplayControls.js';
import styles from './Header.module.css';
import { Logo } from './Logo.js';
import { useDisclosure } from './use-disclosure.js';

// Few visitors have an account.
const AccountMenu = lazyComponent(() => import('./AccountMenu.js'), 'nothing');
const NoticesMenu = lazyComponent(() => import('./NoticesMenu.js'), 'nothing');

/** Logo, Explore, units, colors and the account; at 550 px and below behind "Menu". */
export function Header() {
  const product = useProductName();
  const session = useSession();
  const menu = useDisclosure();
  const Icon = menu.open ? IconX : IconMenu2;
  return (
    <header className={styles.header} {...menu.around}>
      <Link to="/" className={styles.brand} aria-label={texts.nav.home(product)}>
        <Logo />
        <span className={styles.name}>{product}</span>
      </Link>
      <button {...menu.button} type="button" className={styles.menuButton} aria-controls="main-menu">
        <Icon size={22} />
        {texts.nav.menu}
      </button>
      <div id="main-menu" className={styles.menu} data-open={menu.open}>
        <nav aria-label={texts.nav.label}>
          <NavLink to="/explore" className={styles.link}>
            {texts.nav.explore}
          </NavLink>
          <NavLink to="/create" className={styles.link}>
            {texts.nav.create}
          </NavLink>
        </nav>
        <div className={styles.controls}>
          <DisplayControls />
          {session === null ? (
            <NavLink to="/login" className={styles.link}>
              {texts.account.logIn}
            </NavLink>
          ) : (
            <Suspense fallback={<span className={styles.control} />}>
              <NoticesMenu userId={session.userId} inOpenMenu={menu.open} />
              <AccountMenu userId={session.userId} />
            </Suspense>
          )}
        </div>
      </div>
      {menu.open && <div className={styles.behind} onClick={menu.close} />}
    </header>
  );
}
