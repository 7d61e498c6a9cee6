import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Message } from '../../components/Message.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { texts } from '../../texts/en.js';

export default function NotFoundPage() {
  const product = useProductName();
  useDocumentHead({ title: `${product} - ${texts.notFound.title}`, description: texts.notFound.message });
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
