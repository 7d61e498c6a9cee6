import { Link } from 'react-router';
import { asCallError } from '../../../api/error.js';
import buttonStyles from '../../../components/FrameButton.module.css';
import { Message } from '../../../components/Message.js';
import { UpgradeOffer } from '../../../components/UpgradeOffer.js';
import { loginNeeded } from '../../../lib/store/prompt-slice.js';
import { useAppDispatch } from '../../../lib/store/store.js';
import { useSession } from '../../../lib/people/use-user.js';
import { COLLECTIONS_PAGE } from '@switchback/contracts/rules/collections';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import styles from './Collections.module.css';

const words = collectionTexts;

/** In place of a collection that cannot be shown: why not, and what to do next. */
export function CollectionFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { title, message, type, upgrade } = asCallError(error);
  const isVisitor = useSession() === null;
  const dispatch = useAppDispatch();
  if (upgrade === true)
    return (
      <div className={`${styles.failure} ${styles.upgrade}`} role="alert">
        <h1 className={styles.title}>{words.forHeroes.title}</h1>
        <p className={styles.note}>{words.forHeroes.text}</p>
        <UpgradeOffer />
      </div>
    );
  return (
    <div role="alert" className={styles.failure}>
      <Message title={title} text={message}>
        {type === 404 ? (
          <>
            {isVisitor && (
              <button type="button" className={buttonStyles.button} onClick={() => dispatch(loginNeeded())}>
                {words.logIn}
              </button>
            )}
            <Link to={isVisitor ? '/explore' : COLLECTIONS_PAGE} className={buttonStyles.button} data-variant="default">
              {isVisitor ? words.empty.explore : words.back}
            </Link>
          </>
        ) : (
          <button type="button" className={buttonStyles.button} onClick={onRetry}>
            {texts.retry}
          </button>
        )}
      </Message>
    </div>
  );
}
