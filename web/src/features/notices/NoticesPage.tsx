import { plainPage } from '@switchback/contracts/rules/plain-pages';
import { Link } from 'react-router';
import { asCallError } from '../../api/error.js';
import { useNotices } from '../../api/notices-api.js';
import buttonStyles from '../../components/FrameButton.module.css';
import { Notice } from '../../components/Notice.js';
import { NoticeList } from './NoticeList.js';
import { Panel } from '../../components/Panel.js';
import { useSession } from '../../lib/people/use-user.js';
import { texts } from '../../texts/en.js';
import { noticesTexts } from '../../texts/notices.js';
import styles from './Notices.module.css';

/** Lists the person's recent notices; opening the page marks them as read. */
export default function NoticesPage() {
  const session = useSession();
  return (
    <Panel wide title={noticesTexts.button} head={(product) => plainPage(product, '/notices')} lead={noticesTexts.lead}>
      <Link to="/settings?tab=notices" className={styles.choose}>
        {noticesTexts.choose}
      </Link>
      {session !== null && <Notices userId={session.userId} />}
    </Panel>
  );
}

function Notices({ userId }: { userId: string }) {
  const { data, error, refetch } = useNotices(userId);
  if (data !== undefined) {
    if (data.notices.length === 0) return <p>{noticesTexts.empty}</p>;
    return <NoticeList userId={userId} notices={data.notices} seen />;
  }
  if (error === undefined) return <p role="status">{texts.loading}</p>;
  const { title, message } = asCallError(error);
  return (
    <Notice kind="error" title={title} text={message}>
      <button type="button" className={buttonStyles.button} onClick={() => void refetch()}>
        {texts.retry}
      </button>
    </Notice>
  );
}
