import { plainCollectionPage } from '@switchback/contracts/rules/pages';
import type { ComponentType } from 'react';
import { useLocation } from 'react-router';
import { useCollectionQuery } from '../../../api/collections-api.js';
import { asCallError } from '../../../api/error.js';
import type { DetailsPanelProps } from '../../../components/details-slot.js';
import { Message } from '../../../components/Message.js';
import { useDocumentHead } from '../../../lib/page/document-head.js';
import { useProductName } from '../../../lib/page/product.js';
import { collectionTexts } from '../../../texts/collections.js';
import { texts } from '../../../texts/en.js';
import styles from './Collections.module.css';
import { CollectionView } from './CollectionView.js';

const words = collectionTexts.secret;
const READ_ONLY = { isShared: false, canEdit: false, needsHero: null };

interface Props {
  DetailsPanel: ComponentType<DetailsPanelProps>;
}

/**
 * Read-only page of a private collection, opened by its secret link. The secret is in the URL fragment, which browsers
 * never send.
 */
export default function SecretCollectionPage({ DetailsPanel }: Props) {
  const secret = useLocation().hash.slice(1);
  const { data, error } = useCollectionQuery({ secret }, { skip: secret === '' });
  useDocumentHead(plainCollectionPage(useProductName(), data?.name ?? words.panel));
  if (secret === '') return <Message title={words.panel} text={words.missing} />;
  if (error !== undefined) {
    const { title, message } = asCallError(error);
    return (
      <div role="alert">
        <Message title={title} text={message} />
      </div>
    );
  }
  if (data === undefined)
    return (
      <p role="status" className={styles.wait} data-page>
        {texts.loading}
      </p>
    );
  return (
    <CollectionView
      DetailsPanel={DetailsPanel}
      collection={data}
      source={{ secret }}
      rights={READ_ONLY}
      isBusy={false}
      note={words.note}
      onChange={() => Promise.resolve(null)}
    />
  );
}
