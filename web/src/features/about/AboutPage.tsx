import { Button } from '@mantine/core';
import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link } from 'react-router';
import { Panel } from '../../components/Panel.js';
import { useProductName } from '../../lib/page/product.js';
import { pagesTexts } from '../../texts/pages.js';
import styles from './Reading.module.css';

const words = pagesTexts.about;

export default function AboutPage() {
  const product = useProductName();
  return (
    <Panel wide title={words.title} head={(product) => plainPage(product, '/about')} lead={words.lead(product)}>
      <div className={styles.text}>
        <p>{words.mission}</p>
        {words.sections.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <div className={styles.actions}>
        <Button component={Link} to="/explore">
          {words.explore}
        </Button>
        <Button component={Link} to="/contact" variant="default">
          {words.contact}
        </Button>
      </div>
    </Panel>
  );
}
