import { Button } from '@mantine/core';
import { missingPage } from '@switchback/contracts/rules/pages';
import { Link } from 'react-router';
import { Message } from '../../components/Message.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { texts } from '../../texts/en.js';

export default function NotFoundPage() {
  const product = useProductName();
  useDocumentHead(missingPage(product));
  return (
    <Message title={texts.notFound.title} text={texts.notFound.message}>
      <Button component={Link} to="/explore">
        {texts.notFound.explore}
      </Button>
      <Button component={Link} to="/" variant="default">
        {texts.notFound.home}
      </Button>
    </Message>
  );
}
