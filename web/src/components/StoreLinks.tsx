import { Button } from '@mantine/core';
import { IconBrandAndroid, IconBrandApple } from '@tabler/icons-react';
import { useSettingsQuery } from '../api/api.js';
import { texts } from '../texts/en.js';

/** The listings of the apps, as far as this installation has any. */
export function StoreLinks() {
  const apps = useSettingsQuery().data?.apps;
  const stores = [
    { name: texts.stores.ios, url: apps?.ios ?? null, Icon: IconBrandApple },
    { name: texts.stores.android, url: apps?.android ?? null, Icon: IconBrandAndroid },
  ];
  return stores.map(
    ({ name, url, Icon }) =>
      url !== null && (
        <Button key={name} component="a" href={url} rel="noopener" variant="default" leftSection={<Icon size={20} />}>
          {name}
        </Button>
      ),
  );
}
