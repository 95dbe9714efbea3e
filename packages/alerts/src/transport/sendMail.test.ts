import { expect, test } from '@jest/globals';
import { MailFailedError } from '@sluice/mail';
import { SAMPLE_MESSAGES } from '../testing/messages.js';
import { sendMail } from './sendMail.js';

type Refusal = 'recipient' | 'content';

test('a destination is dead if each of its addresses is refused', async () => {
  expect(await outcomeOf('recipient', 'recipient')).toMatchObject({ result: 'dead', scope: 'destination' });
});

test('a message that is refused for its content ends the message only', async () => {
  expect(await outcomeOf('content')).toMatchObject({ result: 'dead', scope: 'message' });
  expect(await outcomeOf('recipient', 'content')).toMatchObject({ result: 'dead', scope: 'message' });
});

/** Returns what becomes of a mail to addresses that are refused for these reasons. */
function outcomeOf(...refusals: readonly Refusal[]) {
  const reasons = [...refusals];
  return sendMail(
    refusals.map((_, at) => ({ key: String(at), address: `user${at}@example.com` })),
    SAMPLE_MESSAGES.newIssue,
    {
      mailer: {
        domain: 'x.example',
        close: () => undefined,
        send: () => Promise.reject(refused(reasons.shift() ?? 'content')),
      },
      progress: { settled: {}, settle: () => Promise.resolve(true) },
      signal: undefined,
      noMailer: '',
    },
  );
}

function refused(refusal: Refusal): MailFailedError {
  return new MailFailedError(
    'mail failed',
    {
      isPermanent: true,
      isAboutMail: true,
      isAboutRecipient: refusal === 'recipient',
      status: 554,
      response: '554 5.7.1 refused',
    },
    {},
  );
}
