import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Panel } from '../../components/Panel.js';
import { pagesTexts } from '../../texts/pages.js';
import styles from './Reading.module.css';

const words = pagesTexts.guidelines;

export default function GuidelinesPage() {
  return (
    <Panel wide title={words.title} head={(product) => plainPage(product, '/review-guidelines')} lead={words.updated}>
      <div className={styles.text}>
        <p>{words.lead}</p>
        <ol>
          {words.criteria.map((criterion) => (
            <li key={criterion}>{criterion}</li>
          ))}
        </ol>
        <p>{words.rights}</p>
      </div>
    </Panel>
  );
}
