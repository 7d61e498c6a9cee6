import { Button } from '@mantine/core';
import type { Collection } from '@switchback/contracts/resources/collection';
import { Notice } from '../../../components/Notice.js';
import { publicationTexts as words } from '../../../texts/publication.js';

interface Props {
  collection: Collection;
  isBusy: boolean;
  onAsk: () => void;
  onWithdraw: () => void;
}

/** Tells an owner how far the review of a collection is, or what staff want changed. */
export function PublicationNotice({ collection: { status, changeRequest }, isBusy, onAsk, onWithdraw }: Props) {
  if (status === 'pending')
    return (
      <Notice kind="info" title={words.pending.title} text={words.pending.text}>
        <Button variant="default" mih={44} disabled={isBusy} onClick={onWithdraw}>
          {words.pending.withdraw}
        </Button>
      </Notice>
    );
  return (
    <Notice kind="info" title={words.requested.title} text={changeRequest ?? ''}>
      <Button mih={44} disabled={isBusy} onClick={onAsk}>
        {words.requested.again}
      </Button>
      <Button variant="default" mih={44} disabled={isBusy} onClick={onWithdraw}>
        {words.requested.withdraw}
      </Button>
    </Notice>
  );
}
