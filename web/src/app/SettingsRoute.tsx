import { ProfileTab } from '../features/profile/ProfileTab.js';
import { SettingsPage } from '../features/settings/SettingsPage.js';

/** The settings put together: the profile among them is a feature of its own. */
export default function SettingsRoute() {
  return <SettingsPage ProfileTab={ProfileTab} />;
}
