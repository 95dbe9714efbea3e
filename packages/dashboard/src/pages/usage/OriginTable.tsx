import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { Link } from '../../components/Link';
import { Section } from '../../components/Section';
import { Time } from '../../components/Time';
import { formatCount, plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import text from '../../styles/text.module.css';
import styles from './Usage.module.css';

/** Origins whose requests were refused with 403; nothing if there are none. */
export function OriginTable() {
  const params = useProject();
  const { from, to } = useView().filter;
  const origins = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/refused/origins', { params, query: { from, to } }),
  );
  const rows = origins.data?.data ?? [];
  if (rows.length === 0) return null;
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title="Refused origins"
      note={`${plural(total, 'request')} refused with 403; their events are in no count`}
      isFlush
      actions={
        <Link to="settings/security" className={text.link}>
          Open the allowed domains
        </Link>
      }
    >
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Refused origins">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Origin</th>
              <th scope="col" className={styles.number}>
                Requests
              </th>
              <th scope="col">Last hour with any</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ origin, count, lastHour }) => (
              <tr key={origin}>
                <th scope="row">{origin === '' ? 'no origin' : <code>{origin}</code>}</th>
                <td className={styles.number}>{formatCount(count)}</td>
                <td>
                  <Time at={lastHour} form="full" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
