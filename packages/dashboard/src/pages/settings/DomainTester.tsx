import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/callApi';
import { operationQuery } from '../../api/operationQuery';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { Input } from '../../components/Input';
import { cx } from '../../lib/cx';
import { useProject } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import styles from './Settings.module.css';

interface Props {
  /** As entered, saved or not. */
  readonly domains: readonly string[];
  readonly allowNoOrigin: boolean;
}

/** Tests origins against the list before it is saved: one that is entered, and those that were refused in the last day. */
export function DomainTester({ domains, allowNoOrigin }: Props) {
  const params = useProject();
  const [origin, setOrigin] = useState('');
  const refused = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/refused/origins', { params, query: {} }),
  );
  const known = (refused.data?.data ?? []).map((one) => one.origin).filter((one) => one !== '(other)');
  const test = useMutation({
    mutationFn: () =>
      callApi('POST /api/0/projects/{org}/{project}/domains/preview', {
        params,
        body: {
          allowedDomains: [...domains],
          allowNoOrigin,
          origins: [...new Set([...(origin === '' ? [] : [origin]), ...known])].slice(0, 100),
        },
      }),
  });
  return (
    <form
      className={forms.stack}
      onSubmit={(event) => {
        event.preventDefault();
        test.mutate();
      }}
    >
      <div className={forms.row}>
        <Input
          label="Test an origin"
          placeholder="https://shop.example.com"
          hint={known.length === 0 ? undefined : 'Origins that were refused in the last 24 hours are tested, too.'}
          value={origin}
          onChange={({ target }) => setOrigin(target.value)}
        />
        <Button type="submit" busy={test.isPending} disabled={origin === '' && known.length === 0}>
          Test
        </Button>
      </div>
      <ErrorNote error={test.error} />
      {test.data === undefined ? null : (
        <table className={cx(styles.table, styles.results)} aria-live="polite">
          <tbody>
            {test.data.data.map((row) => (
              <tr key={row.origin}>
                <td>{row.origin === '' ? 'no origin' : <code>{row.origin}</code>}</td>
                <td className={styles.number}>
                  <Badge tone={row.allowed ? 'good' : 'bad'}>{row.allowed ? 'allowed' : 'refused with 403'}</Badge>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </form>
  );
}
