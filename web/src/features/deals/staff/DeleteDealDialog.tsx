import { Button } from '@mantine/core';
import type { Deal } from '@switchback/contracts/resources/deal';
import { reasonOf } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import { texts } from '../../../texts/en.js';
import styles from './AllDeals.module.css';
import { useDeleteDealMutation } from './deal-endpoints.js';

const words = staffDealsTexts.confirm;

interface Props {
  /** Null until a deal is chosen. */
  deal: Deal | null;
  open: boolean;
  onClose: () => void;
  onDeleted: (deal: Deal) => void;
}

/** Asks for confirmation, and deletes a deal. */
export function DeleteDealDialog({ deal, open, onClose, onDeleted }: Props) {
  const [remove, { isLoading, error, reset }] = useDeleteDealMutation();
  const close = () => {
    reset();
    onClose();
  };
  const confirm = async (chosen: Deal) => {
    const answer = await remove(chosen.id);
    if (answer.error !== undefined) return;
    close();
    onDeleted(chosen);
  };
  return (
    <Dialog opened={open} onClose={close} title={words.title}>
      <p className={styles.note}>{deal === null ? '' : words.lead(deal.title)}</p>
      <p role="alert" className={styles.fault}>
        {error === undefined ? '' : reasonOf(error)}
      </p>
      <div className={styles.actions}>
        <Button color="red" loading={isLoading} onClick={() => deal !== null && void confirm(deal)}>
          {words.confirm}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.form.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
