import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Link } from '../../components/Link';
import { useProject } from '../../lib/useProject';
import text from '../../styles/text.module.css';
import type { Sdk } from './sdks';
import styles from './SetupPage.module.css';

/** Says that the project rejects programs without an `Origin`, if it does, and what to do. */
export function OriginNote({ sdk }: { readonly sdk: Sdk['id'] }) {
  const params = useProject();
  const { data } = useQuery(operationQuery('GET /api/0/projects/{org}/{project}/settings', { params }));
  if (data === undefined || data.allowNoOrigin || data.allowedDomains.length === 0) return null;
  if (data.allowedDomains.includes('*')) return null;
  return (
    <p className={styles.origin}>
      This project has allowed domains, and such programs send no Origin: their requests with this key get 403.{' '}
      {sdk === 'sentry' ? (
        <>
          <Link to="settings/security" className={text.link}>
            Allow requests without Origin
          </Link>
          , or use another project for servers. SDKs that send the key in a header (Python, Ruby, Go) can use a server
          key.
        </>
      ) : (
        <>
          <Link to="settings/security" className={text.link}>
            Create a server key
          </Link>{' '}
          and use it in place of this one.
        </>
      )}
    </p>
  );
}
