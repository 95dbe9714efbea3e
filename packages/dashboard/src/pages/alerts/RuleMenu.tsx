import { useState } from 'react';
import { reasonOf } from '../../api/apiError';
import { Button } from '../../components/Button';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { Icon } from '../../components/Icon';
import { Menu } from '../../components/Menu';
import type { MenuEntry } from '../../components/menuEntry';
import { formatDayMinutes } from '../../lib/formatTime';
import { showToast } from '../../lib/toasts';
import { useGo } from '../../lib/useGo';
import { useSetSearch } from '../../lib/useSearch';
import type { AlertScope, Rule } from './alertTypes';
import { MUTE_TIMES, muteEnd } from './muteTimes';
import { changeRule, deleteRule, excludeProject, useReloadRules } from './ruleCalls';
import { ruleState } from './ruleState';

interface Props {
  readonly scope: AlertScope;
  readonly rule: Rule;
}

/** What an admin can do with a rule. One of the organization is changed there; a project can be excluded from it. */
export function RuleMenu({ scope, rule }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  const reload = useReloadRules();
  const run = (work: Promise<unknown>, done: string): void => {
    work
      .then(reload)
      .then(() => showToast({ tone: 'good', text: done }))
      .catch((error: unknown) => showToast({ tone: 'bad', text: `The rule was not changed: ${reasonOf(error)}` }));
  };
  const own = useOwnEntries({ scope, rule }, run, () => setDeleting(true));
  const inherited = useInheritedEntries({ scope, rule }, run);
  return (
    <>
      <Menu
        label={`Actions of ${rule.name}`}
        align="end"
        entries={rule.inherited && scope.project !== undefined ? inherited : own}
        trigger={(props) => (
          <Button size="small" tone="quiet" aria-label={`Actions of ${rule.name}`} {...props}>
            <Icon name="more" />
          </Button>
        )}
      />
      <ConfirmDialog
        isOpen={isDeleting}
        close={() => setDeleting(false)}
        title={`Delete ${rule.name}?`}
        effects={
          <p>
            It no longer fires{scope.project === undefined ? ' in any project' : ''}. Its firings stay in the history.
            To stop it for a while, mute it or turn it off.
          </p>
        }
        action="Delete the rule"
        confirm={async () => {
          await deleteRule(scope, rule.id);
          await reload();
        }}
      />
    </>
  );
}

type Run = (work: Promise<unknown>, done: string) => void;

function useOwnEntries({ scope, rule }: Props, run: Run, remove: () => void): readonly MenuEntry[] {
  const set = useSetSearch();
  const isMuted = ruleState(rule, Date.now()) === 'muted';
  const mute = (seconds: number): void => {
    const mutedUntil = muteEnd(seconds, Date.now());
    run(
      changeRule(scope, rule.id, { mutedUntil }),
      `${rule.name} is muted until ${formatDayMinutes(new Date(mutedUntil))}.`,
    );
  };
  return [
    { label: 'Edit', onSelect: () => set({ rule: rule.id }) },
    {
      label: rule.enabled ? 'Turn off' : 'Turn on',
      onSelect: () =>
        run(
          changeRule(scope, rule.id, { enabled: !rule.enabled }),
          `${rule.name} is ${rule.enabled ? 'off' : 'on'}. Takes effect within ten seconds.`,
        ),
    },
    null,
    ...(isMuted
      ? [
          {
            label: 'Unmute',
            onSelect: () => run(changeRule(scope, rule.id, { mutedUntil: null }), `${rule.name} notifies again.`),
          },
        ]
      : MUTE_TIMES.map(([seconds, label]) => ({ label: `Mute for ${label}`, onSelect: () => mute(seconds) }))),
    null,
    { label: 'Delete…', isDangerous: true, onSelect: remove },
  ];
}

function useInheritedEntries({ scope: { org, project = '' }, rule }: Props, run: Run): readonly MenuEntry[] {
  const go = useGo();
  return [
    rule.excluded
      ? {
          label: `Apply to ${project} again`,
          onSelect: () =>
            run(excludeProject({ org, project }, rule.id, false), `${rule.name} applies to ${project} again.`),
        }
      : {
          label: `Exclude ${project}`,
          hint: 'The rule still applies to the other projects.',
          onSelect: () =>
            run(excludeProject({ org, project }, rule.id, true), `${rule.name} no longer applies to ${project}.`),
        },
    {
      label: 'Change it for all projects',
      onSelect: () => go(`/${org}/settings/alerts`, { tab: 'rules', rule: rule.id }),
    },
  ];
}
