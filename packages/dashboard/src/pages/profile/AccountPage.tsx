import { PageHead } from '../../components/PageHead';
import { EmailSection } from './EmailSection';
import { ErasedOrganizations } from './ErasedOrganizations';
import { NameSection } from './NameSection';

/** `/profile/account`: name and email address, and the organizations that the reader erased. */
export const AccountPage = () => (
  <>
    <PageHead title="Account" />
    <NameSection />
    <EmailSection />
    <ErasedOrganizations />
  </>
);
