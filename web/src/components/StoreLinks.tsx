import { IconBrandAndroid, IconBrandApple } from './page-icons.js';
import { useApps } from '../lib/page/product.js';
import { texts } from '../texts/en.js';
import styles from './FrameButton.module.css';

/** Links to the apps' store listings that this installation has. */
export default function StoreLinks() {
  const apps = useApps();
  const stores = [
    { name: texts.stores.ios, url: apps?.ios ?? null, Icon: IconBrandApple },
    { name: texts.stores.android, url: apps?.android ?? null, Icon: IconBrandAndroid },
  ];
  return stores.map(
    ({ name, url, Icon }) =>
      url !== null && (
        <a key={name} href={url} rel="noopener" className={styles.button} data-variant="default">
          <Icon size={20} />
          {name}
        </a>
      ),
  );
}
