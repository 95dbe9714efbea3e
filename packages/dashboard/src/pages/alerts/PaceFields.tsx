import { Section } from '../../components/Section';
import { Select } from '../../components/Select';
import { formatDuration } from '../../lib/format';
import { formatDayMinutes } from '../../lib/formatTime';
import styles from './Alerts.module.css';
import { MUTE_TIMES, muteEnd } from './muteTimes';
import type { RulePartProps } from './ruleDraft';

const COOLDOWNS = [0, 300, 900, 1_800, 3_600, 14_400, 43_200, 86_400, 604_800];
const DIGESTS = [0, 300, 900, 1_800, 3_600, 14_400, 86_400];

/** Choices of a time in seconds; another value, as from the API, is one of them. */
const choicesOf = (values: readonly number[], current: number, none: string): readonly (readonly [string, string])[] =>
  [...new Set([...values, current])]
    .sort((a, b) => a - b)
    .map((seconds) => [String(seconds), seconds === 0 ? none : formatDuration(seconds * 1_000)]);

/** How often the rule sends, and until when it is silent. */
export function PaceFields({ draft, set, problems }: RulePartProps) {
  const { cooldownSeconds, digestSeconds, mutedUntil } = draft;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  return (
    <Section title="How often">
      <div className={styles.pace}>
        <Select
          label="Cool-down"
          hint="After a message about an issue, a series or a drop, further firings about it are only counted."
          problem={problems['cooldownSeconds']}
          options={choicesOf(COOLDOWNS, cooldownSeconds, 'none')}
          value={String(cooldownSeconds)}
          onPick={(seconds) => set({ cooldownSeconds: Number(seconds) })}
        />
        <Select
          label="Digest"
          hint="Firings within this time are combined into one message."
          problem={problems['digestSeconds']}
          options={choicesOf(DIGESTS, digestSeconds, 'none: at once')}
          value={String(digestSeconds)}
          onPick={(seconds) => set({ digestSeconds: Number(seconds) })}
        />
        <Select
          label="Mute"
          hint="Firings are recorded in the history but not sent."
          options={[
            ...(isMuted ? [['keep', `until ${formatDayMinutes(new Date(mutedUntil))}`] as const] : []),
            ['', 'not muted'],
            ...MUTE_TIMES.map(([seconds, label]) => [String(seconds), `for ${label} from now`] as const),
          ]}
          value={isMuted ? 'keep' : ''}
          onPick={(picked) => {
            if (picked === 'keep') return;
            set({ mutedUntil: picked === '' ? null : muteEnd(Number(picked), Date.now()) });
          }}
        />
      </div>
    </Section>
  );
}
