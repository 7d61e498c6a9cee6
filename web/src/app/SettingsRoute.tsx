import { ProfileTab } from '../features/profile/ProfileTab.js';
import { SettingsPage } from '../features/settings/SettingsPage.js';

/** Composes the settings: the profile tab is a separate feature. */
export default function SettingsRoute() {
  return <SettingsPage ProfileTab={ProfileTab} />;
}
