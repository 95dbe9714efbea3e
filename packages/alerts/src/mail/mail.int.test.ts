import { afterEach, describe, expect, test } from '@jest/globals';
import { createMailer, type Mailer } from '@sluice/mail';
import { simpleParser, type ParsedMail } from 'mailparser';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { AlertMessage } from '../alertMessage.js';
import { createSender, type AttemptContext } from '../transport/createSender.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import { SAMPLE_MESSAGES } from '../testing/messages.js';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});
const textOf = (to: ParsedMail['to']): string => (to === undefined || Array.isArray(to) ? '' : to.text);

const UNSUBSCRIBE = 'https://sluice.example/alerts/unsubscribe?token=abc_def';

describe('a mail', () => {
  test('says the same in text and in HTML', async () => {
    const { mails, mailer } = await startSmtp();
    expect(await mail(mailer, SAMPLE_MESSAGES.regression)).toMatchObject({
      result: 'sent',
      status: 250,
      problem: null,
    });
    const parts = [mails[0]?.text ?? '', String(mails[0]?.html)].map((part) => part.replaceAll('\u200B', ''));
    const said = [
      'Regression: TypeError',
      'web',
      'production',
      '1.3.0',
      '1.4.1',
      '1,204',
      '311',
      'load in src/cart.ts:12',
    ];
    const why = [
      'cart.items.map',
      'was resolved in 1.4.0 and occurred again',
      'New issues and regressions',
      '3 earlier firings',
    ];
    const links = ['https://sluice.example/acme/web/issues/0f0f0f0f-0000-4000-8000-000000000001', UNSUBSCRIBE];
    expect(parts.flatMap((part) => [...said, ...why, ...links].filter((text) => !part.includes(text)))).toEqual([]);
  });

  test('can be ended by one click, and starts no automatic reply', async () => {
    const { raw, mailer } = await startSmtp();
    await mail(mailer, SAMPLE_MESSAGES.newIssue);
    const headers = (raw[0] ?? '').split('\r\n\r\n')[0]?.replace(/\r\n\s+/g, ' ');
    expect(headers).toContain(`List-Unsubscribe: <${UNSUBSCRIBE}>`);
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(headers).toContain('Auto-Submitted: auto-generated');
  });

  test('is in the thread of its issue, with the same subject and an id of its own', async () => {
    const { mails, mailer } = await startSmtp();
    await mail(mailer, { ...SAMPLE_MESSAGES.newIssue, id: 'a' });
    await mail(mailer, { ...SAMPLE_MESSAGES.regression, id: 'b' });
    await mail(mailer, { ...SAMPLE_MESSAGES.firing, id: 'c' });
    await mail(mailer, { ...SAMPLE_MESSAGES.burst, id: 'd' });
    const [first, second, other, burst] = mails;
    expect(first?.inReplyTo).toMatch(/^<[\da-f]{32}@sluice\.example>$/);
    expect(second?.inReplyTo).toBe(first?.inReplyTo);
    expect(second?.subject).toBe(first?.subject);
    expect(other?.inReplyTo).not.toBe(first?.inReplyTo);
    expect(burst?.inReplyTo).toBeUndefined();
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(4);
  });

  test('is the same mail when it is sent again', async () => {
    const { mails, mailer } = await startSmtp();
    await mail(mailer, SAMPLE_MESSAGES.newIssue);
    await mail(mailer, SAMPLE_MESSAGES.newIssue);
    expect(mails[1]?.messageId).toBe(mails[0]?.messageId);
  });

  test('gets no header from the texts of events', async () => {
    const { mails, raw, mailer } = await startSmtp();
    const evil = 'x\r\nBcc: eve@example.com\r\nX-Evil: 1\r\n\r\n<script>alert(1)</script>';
    const items = SAMPLE_MESSAGES.newIssue.items.map((item) => ({ ...item, title: evil, subject: evil }));
    await mail(mailer, { ...SAMPLE_MESSAGES.newIssue, title: evil, project: evil, items });
    expect([...(mails[0]?.headers.keys() ?? [])].filter((name) => ['bcc', 'x-evil'].includes(name))).toEqual([]);
    expect(String(mails[0]?.html)).not.toContain('<script>');
    expect(raw).toHaveLength(1);
  });
});

describe('a mail server that', () => {
  test('refuses the recipient ends the destination', async () => {
    const { mailer } = await startSmtp();
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['gone@example.com']);
    expect(result).toMatchObject({ result: 'dead', scope: 'destination', status: 550 });
  });

  test('defers the recipient is asked again', async () => {
    const { mailer } = await startSmtp();
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['later@example.com']);
    expect(result).toMatchObject({ result: 'retry', status: 451 });
  });

  test('refuses one of two recipients has taken the mail, and the result names the other', async () => {
    const { mails, mailer } = await startSmtp();
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['gone@example.com', 'ada@example.com']);
    expect(result).toMatchObject({
      result: 'sent',
      status: 250,
      problem: expect.stringMatching(/^gone@example\.com: mail failed .* 550/),
    });
    expect(mails.map(({ to }) => textOf(to))).toEqual(['ada@example.com']);
  });

  test('defers one recipient gets the mail to it again, and no other', async () => {
    const { mails, mailer, accept } = await startSmtp();
    const settled: Record<string, string | null> = {};
    const settle = (key: string, refusal: string | null): Promise<boolean> => {
      settled[key] = refusal;
      return Promise.resolve(true);
    };
    const everyone = ['gone@example.com', 'ada@example.com', 'later@example.com', 'bob@example.com'];
    const attempt = () => mail(mailer, SAMPLE_MESSAGES.newIssue, everyone, { progress: { settled, settle } });
    const first = await attempt();
    expect(first).toMatchObject({ result: 'retry', status: 451 });
    expect(problemOf(first)).toMatch(
      /^later@example\.com: mail failed .* 451.*; gone@example\.com: mail failed .* 550/,
    );
    expect(Object.keys(settled)).toEqual(['gone@example.com', 'ada@example.com', 'bob@example.com']);
    expect(await attempt()).toMatchObject({ result: 'retry' });
    accept('later@example.com');
    const last = await attempt();
    expect(last).toMatchObject({ result: 'sent', status: 250 });
    expect(problemOf(last)).toMatch(/^gone@example\.com: mail failed .* 550[^;]*$/);
    const to = mails.map((one) => textOf(one.to));
    expect(to).toEqual(['ada@example.com', 'bob@example.com', 'later@example.com']);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  });

  test('refuses every recipient ends the destination, and the result names each', async () => {
    const { mailer } = await startSmtp();
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['gone-1@example.com', 'gone-2@example.com']);
    expect(result).toMatchObject({ result: 'dead', scope: 'destination', status: 550 });
    expect(problemOf(result)).toMatch(/^gone-1@example\.com: .*; gone-2@example\.com: /);
  });

  test('does not answer is asked about one recipient only', async () => {
    const { mailer, asked, close } = await startSmtp();
    await close();
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['ada@example.com', 'bob@example.com']);
    expect(result).toMatchObject({ result: 'retry', status: null });
    expect(asked).toEqual([]);
    expect(problemOf(result)).not.toContain('bob');
  });

  test('hangs is left when the attempt is ended, and its result is not known', async () => {
    const { mailer, hanging } = await startSmtp();
    const stop = new AbortController();
    const attempt = mail(mailer, SAMPLE_MESSAGES.newIssue, ['hangs@example.com'], { signal: stop.signal });
    await hanging;
    stop.abort();
    expect(await attempt).toBe('stopped');
  });

  test('gets nothing more of an attempt after which another one began', async () => {
    const { mails, mailer } = await startSmtp();
    const progress = { settled: {}, settle: () => Promise.resolve(false) };
    const result = await mail(mailer, SAMPLE_MESSAGES.newIssue, ['ada@example.com', 'bob@example.com'], { progress });
    expect(result).toBe('stopped');
    expect(mails).toHaveLength(1);
  });

  test('is not configured keeps the message for later', async () => {
    const result = await mail(undefined, SAMPLE_MESSAGES.newIssue);
    expect(result).toMatchObject({ result: 'retry', problem: 'no mail server is configured; set SMTP_URL' });
  });
});

/** A real SMTP server on loopback that refuses recipients that begin with `gone`, defers those that begin with `later`, and leaves `hangs` unanswered. */
async function startSmtp() {
  const mails: ParsedMail[] = [];
  const raw: string[] = [];
  const asked: string[] = [];
  const accepted = new Set<string>();
  let seesHanging: (() => void) | undefined;
  const hanging = new Promise<void>((resolve) => (seesHanging = resolve));
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address);
      if (address.startsWith('hangs')) return seesHanging?.();
      const isDeferred = address.startsWith('later') && !accepted.has(address);
      const code = address.startsWith('gone') ? 550 : isDeferred ? 451 : undefined;
      done(code === undefined ? undefined : Object.assign(new Error('no'), { responseCode: code }));
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        raw.push(Buffer.concat(chunks).toString('latin1'));
        void simpleParser(Buffer.concat(chunks)).then((mail) => {
          mails.push(mail);
          done(null);
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  ended.push(close);
  const { port } = server.server.address() as AddressInfo;
  const mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Sluice <alerts@sluice.example>' });
  if (mailer === undefined) throw new Error('no mailer');
  ended.push(mailer.close);
  return { mails, raw, asked, mailer, hanging, close, accept: (address: string) => accepted.add(address) };
}

function mail(
  mailer: Mailer | undefined,
  message: AlertMessage,
  addresses = ['ada@example.com'],
  context: AttemptContext = {},
) {
  return createSender({ allowPrivate: [], mailer })(
    { kind: 'email', recipients: addresses.map((address) => ({ key: address, address, unsubscribeUrl: UNSUBSCRIBE })) },
    message,
    context,
  );
}

function problemOf(result: DeliveryOutcome | 'stopped'): string {
  return result === 'stopped' ? result : (result.problem ?? '');
}
