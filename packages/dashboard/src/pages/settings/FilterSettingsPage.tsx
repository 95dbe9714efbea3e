import { Link } from '../../components/Link';
import { plural } from '../../lib/format';
import text from '../../styles/text.module.css';
import { useRangeStats } from '../usage/useRangeStats';
import { FilterList } from './FilterList';
import { FilterSwitches } from './FilterSwitches';
import { PatternHelp } from './PatternHelp';
import { SettingsFrame } from './SettingsFrame';
import { useSettingsForm } from './useSettingsForm';

/** Filters that are lists. */
const LISTS = [
  {
    filter: 'ips',
    reason: 'ip',
    title: 'Addresses',
    example: '10.0.0.0/8',
    hint: 'An address or a CIDR block of clients. Events that it drops are never sampled.',
  },
  {
    filter: 'environments',
    reason: 'environment',
    title: 'Environments',
    example: 'dev-*',
    hint: 'A pattern for the whole environment; * stands for any text.',
  },
  {
    filter: 'releases',
    reason: 'release',
    title: 'Releases',
    example: 'shop@0.*',
    hint: 'A pattern for the whole release; * stands for any text.',
  },
  {
    filter: 'messages',
    reason: 'message',
    title: 'Messages',
    example: '*ResizeObserver loop*',
    hint: 'A pattern for the message, the type and “type: message” of exceptions, and for the message of logs.',
  },
] as const;

/** `/{org}/{project}/settings/filters`: what each entry drops, and what a new one would have dropped. */
export function FilterSettingsPage() {
  const form = useSettingsForm();
  const { stats, interval } = useRangeStats();
  const cells = stats.data?.data ?? [];
  const dropped = cells.reduce((sum, { filtered }) => sum + filtered, 0);
  const entries = stats.data?.entries ?? [];
  const reasons = new Map<string, number>();
  for (const { reasons: own } of cells) {
    for (const [reason, count] of Object.entries(own)) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  }
  return (
    <SettingsFrame
      title="Filters"
      form={form}
      facts={[
        ...(stats.data === undefined
          ? []
          : [
              <Link key="dropped" to="usage" className={text.link} search={{ refused: 'filtered' }} hash="why">
                {plural(dropped, 'event')} filtered or sampled
              </Link>,
            ]),
        `whole ${interval}s of the range`,
        'filtered events spend no quota',
      ]}
    >
      {LISTS.map((list) => (
        <FilterList key={list.filter} {...{ form, entries, ...list }} />
      ))}
      <FilterSwitches form={form} reasons={reasons} />
      <PatternHelp />
    </SettingsFrame>
  );
}
