import { useQuery } from '@tanstack/react-query';
import { operationQuery } from '../../api/operationQuery';
import { plural } from '../../lib/format';
import { useProject } from '../../lib/useProject';
import { useView } from '../../lib/useView';
import { FilterList } from './FilterList';
import { FilterSwitches } from './FilterSwitches';
import styles from './Settings.module.css';
import { SettingsFrame } from './SettingsFrame';
import { useSettingsForm } from './useSettingsForm';

/** `/{org}/{project}/settings/filters`. */
export function FilterSettingsPage() {
  const form = useSettingsForm();
  const params = useProject();
  const { from, to } = useView().filter;
  const stats = useQuery(
    operationQuery('GET /api/0/projects/{org}/{project}/stats', { params, query: { from, to, interval: 'day' } }),
  );
  const dropped = (stats.data?.data ?? []).reduce((sum, { filtered }) => sum + filtered, 0);
  const entries = stats.data?.entries ?? [];
  const reasons = new Map<string, number>();
  for (const { reasons: own } of stats.data?.data ?? []) {
    for (const [reason, count] of Object.entries(own)) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  return (
    <SettingsFrame
      title="Filters"
      form={form}
      facts={[`${plural(dropped, 'event')} filtered or sampled in these days`, 'filtered events spend no quota']}
    >
      <p className={styles.hint}>
        A pattern matches the whole text: <code>*</code> is any text, <code>?</code> one character, <code>[abc]</code>{' '}
        one of these, <code>{'{a,b}'}</code> either. <code>*ResizeObserver*</code> matches a part of a message,{' '}
        <code>ResizeObserver</code> only this whole message. One entry on each line.
      </p>
      <FilterList
        {...{ form, entries }}
        filter="ips"
        title="Addresses"
        hint="Addresses and CIDR blocks of clients."
        example={'203.0.113.7\n10.0.0.0/8\n2001:db8::/32'}
      />
      <FilterList
        {...{ form, entries }}
        filter="environments"
        title="Environments"
        hint="Patterns."
        example={'dev-*\n{test,staging}'}
      />
      <FilterList
        {...{ form, entries }}
        filter="releases"
        title="Releases"
        hint="Patterns."
        example={'shop@0.*\n*-beta.?'}
      />
      <FilterList
        {...{ form, entries }}
        filter="messages"
        title="Messages"
        hint="Patterns for the message, the type and “type: message” of exceptions, and for the message of logs."
        example={'*ResizeObserver loop*\nChunkLoadError: *'}
      />
      <FilterSwitches form={form} reasons={reasons} />
    </SettingsFrame>
  );
}
