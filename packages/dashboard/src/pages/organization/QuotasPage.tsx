import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, type ResponseOf } from '../../api/callApi';
import { operationKey, operationQuery } from '../../api/operationQuery';
import { useHasRole } from '../../api/session';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { ErrorState } from '../../components/ErrorState';
import { Input } from '../../components/Input';
import { PageHead } from '../../components/PageHead';
import { Section } from '../../components/Section';
import { Skeleton } from '../../components/Skeleton';
import { fieldProblems } from '../../lib/fieldProblems';
import { showToast } from '../../lib/toasts';
import { useRouteParam } from '../../lib/useProject';
import forms from '../../styles/forms.module.css';
import { POOL_NAMES } from '../usage/poolNames';
import { QuotaSection } from '../usage/QuotaSection';
import styles from './QuotasPage.module.css';

const READ = 'GET /api/0/organizations/{org}';
const STATS = 'GET /api/0/organizations/{org}/stats';
type Settings = ResponseOf<typeof READ>['settings'];

const POOLS = ['errors', 'logs', 'spans', 'metrics', 'replays'] as const satisfies readonly (keyof typeof POOL_NAMES)[];

/** `/{org}/settings/quotas`: events per month and pool, and for how long they are kept. */
export function QuotasPage() {
  const org = useRouteParam('org');
  const params = { org };
  const organization = useQuery(operationQuery(READ, { params }));
  return (
    <>
      <PageHead title="Quotas" />
      <div className={styles.used}>
        <QuotaSection canEdit={false} />
      </div>
      {organization.data !== undefined ? (
        <QuotaForm key={JSON.stringify(organization.data.settings)} org={org} settings={organization.data.settings} />
      ) : organization.error === null ? (
        <Skeleton width="100%" height="480px" />
      ) : (
        <ErrorState
          title="The quotas could not be loaded"
          error={organization.error}
          retry={() => void organization.refetch()}
        />
      )}
    </>
  );
}

/** As the API names what it refuses. */
const FIELDS = [...POOLS.map((pool) => `monthly.${pool}`), 'retentionDays'];

interface FormProps {
  readonly org: string;
  readonly settings: Settings;
}

function QuotaForm({ org, settings }: FormProps) {
  const canChange = useHasRole(org, 'owner');
  const [limits, setLimits] = useState(() =>
    Object.fromEntries(POOLS.map((pool) => [pool, String(settings.monthly[pool] ?? '')])),
  );
  const [days, setDays] = useState(String(settings.retentionDays));
  const save = useSaveQuotas(org);
  const problems = fieldProblems(save.error, FIELDS);
  return (
    <Section
      title="Limits of events per month"
      note={canChange ? 'Of all projects together. Empty: no limit.' : 'Only owners can change quotas.'}
    >
      <form
        className={forms.form}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ monthly: monthlyOf(limits), retentionDays: Number(days) });
        }}
      >
        {POOLS.map((pool) => (
          <Input
            key={pool}
            label={POOL_NAMES[pool]}
            problem={problems.at[`monthly.${pool}`]}
            type="number"
            min={0}
            placeholder="no limit"
            disabled={!canChange}
            value={limits[pool] ?? ''}
            onChange={({ target }) => setLimits({ ...limits, [pool]: target.value })}
          />
        ))}
        <h3 className={styles.part}>Retention</h3>
        <Input
          label="Days"
          hint="Events older than this are deleted."
          problem={problems.at['retentionDays']}
          type="number"
          required
          min={1}
          max={3650}
          disabled={!canChange}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
        <ErrorNote error={problems.rest} />
        {canChange ? (
          <div>
            <Button type="submit" tone="primary" busy={save.isPending}>
              Save
            </Button>
          </div>
        ) : null}
      </form>
    </Section>
  );
}

/** Returns the limits of a form; an empty field is no limit. */
const monthlyOf = (limits: Readonly<Record<string, string>>) =>
  Object.fromEntries(POOLS.map((pool) => [pool, limits[pool] === '' ? null : Number(limits[pool])]));

function useSaveQuotas(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly monthly: Record<string, number | null>; readonly retentionDays: number }) =>
      callApi('PATCH /api/0/organizations/{org}', { params: { org }, body }),
    onSuccess: () => {
      showToast({ tone: 'good', text: 'The quotas are saved. Gateways apply them within two seconds.' });
      return Promise.all([
        client.invalidateQueries({ queryKey: operationKey(READ) }),
        client.invalidateQueries({ queryKey: operationKey(STATS) }),
      ]);
    },
  });
}
