import { useState } from 'react';
import { memberName, useMembers } from '../../api/members';
import { useSession } from '../../api/session';
import { Button } from '../../components/Button';
import { Icon } from '../../components/Icon';
import { Menu } from '../../components/Menu';
import { Picker } from '../../components/Picker';
import { useProject } from '../../lib/useProject';
import type { IssueChange } from './issue';
import { HOUR_MS } from '../../lib/durations';

interface MenuProps {
  readonly change: (change: IssueChange) => void;
  readonly size?: 'normal' | 'small';
  /** The release that issues were last seen in, if it is the same for all. */
  readonly release?: string | null;
}

/** More ways to resolve. */
export function ResolveMenu({ change, size, release = null }: MenuProps) {
  const inRelease = release === null ? [] : [release];
  return (
    <Menu
      label="Resolve"
      align="end"
      trigger={(props) => (
        <Button {...props} size={size} aria-label="More ways to resolve">
          <Icon name="chevronDown" />
        </Button>
      )}
      entries={[
        {
          label: 'Resolve in the next release',
          hint: 'Opens with a later release than the latest one now',
          onSelect: () => change({ status: 'resolved', resolvedInNext: true }),
        },
        ...inRelease.map((version) => ({
          label: `Resolve in ${version}`,
          hint: 'Opens with this release or a later one',
          onSelect: () => change({ status: 'resolved', resolvedIn: version }),
        })),
        {
          label: 'Resolve',
          hint: 'Opens with any release that is not older than the last one it was seen in',
          onSelect: () => change({ status: 'resolved' }),
        },
      ]}
    />
  );
}

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** Ignore: always, until a time, until N more events or users. */
export function IgnoreMenu({ change, size }: MenuProps) {
  const ignore = (label: string, ignoreUntil: () => IssueChange['ignoreUntil'], hint?: string) => ({
    label,
    hint,
    onSelect: () => change({ status: 'ignored', ignoreUntil: ignoreUntil() }),
  });
  return (
    <Menu
      label="Ignore"
      align="end"
      trigger={(props) => (
        <Button {...props} size={size}>
          Ignore <Icon name="chevronDown" />
        </Button>
      )}
      entries={[
        { label: 'Always', hint: 'Until someone opens it', onSelect: () => change({ status: 'ignored' }) },
        null,
        ignore('For an hour', () => ({ time: inHours(1) })),
        ignore('For a day', () => ({ time: inHours(24) })),
        ignore('For a week', () => ({ time: inHours(7 * 24) })),
        null,
        ignore('Until 10 more events', () => ({ events: 10 })),
        ignore('Until 100 more events', () => ({ events: 100 })),
        ignore('Until 1,000 more events', () => ({ events: 1_000 })),
        null,
        ignore('Until 10 more users', () => ({ users: 10 })),
        ignore('Until 100 more users', () => ({ users: 100 })),
        ignore('Until 1,000 more users', () => ({ users: 1_000 })),
      ]}
    />
  );
}

/** Returns the names of the members of the organization by id; of the reader at once. */
export function useMemberNames(enabled = true): ReadonlyMap<string, string> {
  const { org } = useProject();
  const { user } = useSession();
  const members = useMembers(org, enabled);
  return new Map([[user.id, memberName(user)], ...members.map((one) => [one.userId, memberName(one)] as const)]);
}

const NOBODY = 'none';

interface AssignProps extends Pick<MenuProps, 'change' | 'size'> {
  readonly assignee?: string | null;
}

/** Chooses who takes care of issues. */
export function AssignPicker({ change, size, assignee = null }: AssignProps) {
  const [isUsed, setUsed] = useState(false);
  const isRead = isUsed || assignee !== null;
  const names = useMemberNames(isRead);
  const members = useMembers(useProject().org, isRead);
  const { user } = useSession();
  const others = members
    .filter(({ userId, isDisabled }) => userId !== user.id && !isDisabled)
    .map((one) => ({ value: one.userId, label: memberName(one), hint: one.name === '' ? undefined : one.email }));
  const options = [{ value: user.id, label: memberName(user), hint: 'you' }, ...others];
  return (
    <Picker
      label="Assignee"
      align="end"
      options={[{ value: NOBODY, label: 'Nobody' }, ...options]}
      value={assignee ?? NOBODY}
      onPick={(value) => change({ assignee: value === NOBODY ? null : value })}
      trigger={(props) => (
        <Button {...props} size={size} onMouseEnter={() => setUsed(true)} onFocus={() => setUsed(true)}>
          <Icon name="user" /> {assignee === null ? 'Assign' : (names.get(assignee) ?? `User ${assignee}`)}
        </Button>
      )}
    />
  );
}
