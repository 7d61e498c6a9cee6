import { Button } from '@mantine/core';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Panel } from '../../components/Panel.js';
import StoreLinks from '../../components/StoreLinks.js';
import { useInstall } from '../../lib/page/install-prompt.js';
import { useProductName } from '../../lib/page/product.js';
import { getAppTexts as words } from '../../texts/get-app.js';
import styles from './Reading.module.css';

/** Links to the app stores that have an app, and offers to install this site as an app. */
export default function GetAppPage() {
  const product = useProductName();
  const install = useInstall();
  return (
    <Panel wide title={words.title(product)} head={(product) => plainPage(product, '/get-app')} lead={words.lead}>
      <div className={styles.actions}>
        <StoreLinks />
        {install !== null && <Button onClick={install}>{words.install}</Button>}
      </div>
      <div className={styles.text}>
        <h2>{words.web}</h2>
        <p>{words.how}</p>
        <ul>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
        <p>{words.offline}</p>
      </div>
    </Panel>
  );
}
