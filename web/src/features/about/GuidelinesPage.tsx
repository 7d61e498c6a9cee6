import { Panel } from '../../components/Panel.js';
import { texts } from '../../texts/en.js';
import styles from './Reading.module.css';

const words = texts.pages.guidelines;

export default function GuidelinesPage() {
  return (
    <Panel wide title={words.title} description={words.description} lead={words.updated}>
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
