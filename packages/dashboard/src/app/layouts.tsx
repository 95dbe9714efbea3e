import { Outlet } from '@tanstack/react-router';
import { TabLinks } from '../components/TabLinks';
import { usePlace } from '../lib/useProject';

/** The tabs of a project's settings, above each of its pages. */
export const SettingsLayout = () => (
  <>
    <TabLinks
      label="Settings of the project"
      tabs={[
        ['settings/general', 'General'],
        ['settings/security', 'Security'],
        ['settings/filters', 'Filters'],
        ['settings/limits', 'Sampling and limits'],
        ['settings/sourcemaps', 'Source maps'],
      ]}
    />
    <Outlet />
  </>
);

/** The tabs of an organization's settings. */
export function OrganizationLayout() {
  const { org = '' } = usePlace();
  return (
    <>
      <TabLinks
        label={`Settings of ${org}`}
        tabs={[
          [`/${org}/settings/general`, 'General'],
          [`/${org}/settings/members`, 'Members'],
          [`/${org}/settings/quotas`, 'Quotas'],
          [`/${org}/settings/projects`, 'Projects'],
          [`/${org}/settings/alerts`, 'Alerts'],
          [`/${org}/settings/audit`, 'Audit log'],
        ]}
      />
      <Outlet />
    </>
  );
}

/** The tabs of the reader's profile. */
export const ProfileLayout = () => (
  <>
    <TabLinks
      label="Profile"
      tabs={[
        ['/profile/account', 'Account'],
        ['/profile/tokens', 'Tokens'],
        ['/profile/sessions', 'Sessions'],
        ['/profile/security', 'Security'],
        ['/profile/appearance', 'Appearance'],
      ]}
    />
    <Outlet />
  </>
);
