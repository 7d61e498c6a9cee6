import type { NewDealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { CODES } from '../../../api/error-codes.js';
import { asCallError } from '../../../api/error.js';
import { Dialog } from '../../../components/Dialog.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import { useCreateDeal, useUpdateDealMutation } from './deal-endpoints.js';
import { DealFields } from './DealFields.js';

const words = staffDealsTexts;

interface Props {
  /** The deal to change, as last loaded; null for a new one. */
  deal: Deal | null;
  open: boolean;
  onClose: () => void;
  onSaved: (deal: Deal) => void;
  /** Loads the deals again, so that the next attempt builds on the latest revision. */
  onStale: () => Promise<unknown>;
}

/** Creates or changes a deal. A click outside does not close it: it would discard the text. */
export function DealDialog({ deal, open, onClose, onSaved, onStale }: Props) {
  const create = useCreateDeal();
  const [update] = useUpdateDealMutation();
  const save = async (form: NewDealForm) => {
    const { data, error } =
      deal === null ? await create(form) : await update({ id: deal.id, deal: { ...form, _rev: deal._rev } });
    if (data === undefined) {
      const refusal = asCallError(error);
      if (refusal.code === CODES.staleRevision) await onStale();
      return refusal;
    }
    onClose();
    onSaved(data);
    return null;
  };
  return (
    <Dialog
      opened={open}
      onClose={onClose}
      title={deal === null ? words.new : words.form.editTitle}
      size="lg"
      keepMounted={false}
      closeOnClickOutside={false}
    >
      <DealFields deal={deal} onSave={save} />
    </Dialog>
  );
}
