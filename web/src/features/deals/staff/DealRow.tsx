import { Button } from '@mantine/core';
import type { Deal } from '@switchback/contracts/resources/deal';
import { IconPencil, IconTrash } from '../../../components/page-icons.js';
import { dateText } from '../../../lib/text/date-text.js';
import { whereText } from '../../../lib/people/deal-facts.js';
import { staffDealsTexts } from '../../../texts/deals.js';
import styles from './AllDeals.module.css';

const words = staffDealsTexts;

interface Props {
  deal: Deal;
  onEdit: () => void;
  onDelete: () => void;
}

/** A deal in the staff's list. */
export function DealRow({ deal, onEdit, onDelete }: Props) {
  const { title, from, until, code, link } = deal;
  return (
    <article className={styles.row} aria-label={title}>
      <div className={styles.about}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.facts}>
          <span>{from === until ? dateText(from) : words.days(dateText(from), dateText(until))}</span>
          <span>{whereText(deal)}</span>
          <span>{code === null ? words.noCode : <code>{code}</code>}</span>
          {link !== null && <span>{new URL(link).host}</span>}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          leftSection={<IconPencil size={18} />}
          aria-label={words.of(words.edit, title)}
          onClick={onEdit}
        >
          {words.edit}
        </Button>
        <Button
          variant="default"
          color="red"
          leftSection={<IconTrash size={18} />}
          aria-label={words.of(words.delete, title)}
          onClick={onDelete}
        >
          {words.delete}
        </Button>
      </div>
    </article>
  );
}
