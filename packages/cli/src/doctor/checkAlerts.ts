import { readAlertHealth, readDeliveryAge, readSignalAge } from '@sluice/alerts/health';
import type { Database } from '@sluice/db';
import { durationText, plural } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Age in seconds of the oldest undecided signal or due message above which services/alerts lags or is not running. */
const AGE_S = { warn: 60, fail: 600 } as const;

/** The settings of mail that are set here. */
interface MailSettings {
  /** `SMTP_URL`. */
  readonly hasServer: boolean;
  /** `PUBLIC_URL`. */
  readonly hasPublicUrl: boolean;
}

/**
 * Checks that somebody is notified: whether services/alerts keeps up, destinations that are paused or fail, rules without
 * destinations, and mail that is not sent.
 */
export async function checkAlerts(db: Database, mail: MailSettings): Promise<readonly Finding[]> {
  const { paused, failing, idleRules, used } = await readAlertHealth(db);
  const troubled = [
    ...paused.map((one) => ({ ...one, state: 'paused' })),
    ...failing.map((one) => ({ ...one, state: 'failing' })),
  ].map(
    ({ organization, id, name, kind, state, problem }) =>
      `${organization}: ${id} ${name} (${kind}) ${state}: ${problem}`,
  );
  const idle = idleRules.map(({ organization, project, name }) => `${organization}/${project ?? '*'}: ${name}`);
  return [
    await checkService(db),
    troubled.length === 0
      ? ok('alert destinations', `${plural(used.all, 'destination')} in use, none is paused or fails`)
      : {
          ...warn(
            'alert destinations',
            `${plural(troubled.length, 'destination')} ${troubled.length === 1 ? 'does' : 'do'} not get messages`,
            'Fix the cause, try it with sluice alerts test <id>, then sluice alerts destinations resume <id>',
          ),
          details: troubled,
        },
    ...(idle.length === 0
      ? []
      : [
          {
            ...warn(
              'alert rules',
              `${plural(idle.length, 'rule')} without destinations`,
              'Give them one, or delete them',
            ),
            details: idle,
          },
        ]),
    ...mailFindings(used.members > 0, mail),
  ];
}

function mailFindings(hasMembers: boolean, { hasServer, hasPublicUrl }: MailSettings): readonly Finding[] {
  if (hasServer && !hasPublicUrl) {
    const message = 'SMTP_URL is set here, but PUBLIC_URL is not: no alert is emailed, because links in emails need it';
    return [warn('alert email', message, 'Set PUBLIC_URL for services/alerts to the address that people open')];
  }
  if (!hasMembers || hasServer) return [];
  return [ok('alert email', 'SMTP_URL is not set here: without a mail server, members get alerts in their inbox only')];
}

async function checkService(db: Database): Promise<Finding> {
  const ages = { signal: await readSignalAge(db), message: await readDeliveryAge(db) };
  const seconds = Math.max(ages.signal, ages.message);
  if (seconds < AGE_S.warn) return ok('alerts', 'no signal and no message waits for long');
  const what = ages.signal >= ages.message ? 'signal is undecided' : 'message is due';
  const message = `the oldest ${what} since ${durationText(seconds * 1_000)}`;
  const advice = 'Is services/alerts running? Start it, or more of it, and check its log';
  return seconds < AGE_S.fail ? warn('alerts', message, advice) : fail('alerts', message, advice);
}
