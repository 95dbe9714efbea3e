import { afterEach, describe, expect, test } from '@jest/globals';
import { simpleParser, type ParsedMail } from 'mailparser';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createMailer, type Mailer } from './createMailer.js';
import { MailFailedError } from './mailFailedError.js';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** Reply of a hook of the server. */
const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const MAIL = { to: 'ada@example.com', subject: 'Subject', text: 'Text' };
const failure = (mailer: Mailer): Promise<unknown> => mailer.send(MAIL).then(undefined, (err: unknown) => err);

describe('a mail', () => {
  test('has a text and an HTML part, and the ids of its thread', async () => {
    const { taken, url } = await startSmtp();
    await mailerFor(url).send({
      ...MAIL,
      text: 'Grüße',
      html: '<p>Grüße</p>',
      messageId: '<2@sluice.example>',
      references: ['<root@sluice.example>', '<1@sluice.example>'],
      headers: { 'List-Unsubscribe': '<https://sluice.example/u>', 'Auto-Submitted': 'auto-generated' },
    });
    const mail = taken[0]?.mail;
    expect(mail).toMatchObject({
      subject: 'Subject',
      text: 'Grüße',
      html: '<p>Grüße</p>',
      messageId: '<2@sluice.example>',
      inReplyTo: '<1@sluice.example>',
      references: ['<root@sluice.example>', '<1@sluice.example>'],
    });
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
    expect(taken[0]?.raw).toContain('List-Unsubscribe: <https://sluice.example/u>');
  });

  test('goes to all its recipients at once', async () => {
    const { taken, url } = await startSmtp();
    const sent = await mailerFor(url).send({ ...MAIL, to: ['ada@example.com', 'bob@example.com'] });
    expect(taken.map(({ to }) => to)).toEqual([['ada@example.com', 'bob@example.com']]);
    expect(sent.rejected).toEqual([]);
  });

  test('cannot add headers or recipients through its subject, headers or address', async () => {
    const { taken, url } = await startSmtp();
    const mailer = mailerFor(url);
    await mailer.send({ ...MAIL, subject: 'a\r\nBcc: eve@example.com', headers: { 'X-A': 'b\r\nX-Evil: 1' } });
    await mailer.send({ ...MAIL, to: 'ada@example.com,eve@example.com' }).catch(() => undefined);
    expect(taken[0]?.to).toEqual(['ada@example.com']);
    expect(taken[0]?.mail.headers.has('x-evil')).toBe(false);
    expect(taken[0]?.mail.headers.has('bcc')).toBe(false);
    expect(taken.flatMap(({ to }) => to)).not.toContain('eve@example.com');
  });

  test('reads nothing from files', async () => {
    const { taken, url } = await startSmtp();
    const text = { path: '/etc/hostname' } as unknown as string;
    await expect(mailerFor(url).send({ ...MAIL, text })).rejects.toThrow(MailFailedError);
    expect(taken).toEqual([]);
  });
});

describe('a failure', () => {
  test.each([
    [550, true],
    [450, false],
  ])('of the recipient with %d is permanent: %s', async (code, isPermanent) => {
    const { url } = await startSmtp({ onRcptTo: (_to, _session, done) => done(refusal(code, 'no mailbox')) });
    const err = await failure(mailerFor(url));
    expect(err).toBeInstanceOf(MailFailedError);
    expect(err).toMatchObject({ details: { isPermanent, status: code } });
  });

  test('of the message is permanent if the server says so', async () => {
    const { url } = await startSmtp({
      onData: (stream, _session, done) => void stream.resume().on('end', () => done(refusal(554, 'spam'))),
    });
    expect(await failure(mailerFor(url))).toMatchObject({ details: { isPermanent: true, status: 554 } });
  });

  test('of the sender is not permanent, because it is a setting', async () => {
    const { url } = await startSmtp({ onMailFrom: (_from, _session, done) => done(refusal(550, 'not you')) });
    expect(await failure(mailerFor(url))).toMatchObject({ details: { isPermanent: false, status: 550 } });
  });

  test('without a server has no status and is not permanent', async () => {
    expect(await failure(mailerFor('smtp://127.0.0.1:1'))).toMatchObject({
      details: { isPermanent: false, status: undefined },
    });
  });

  test('of some recipients is reported with those who got the mail', async () => {
    const { taken, url } = await startSmtp({
      onRcptTo: ({ address }, _session, done) =>
        done(address.startsWith('gone') ? refusal(550, 'no mailbox') : undefined),
    });
    const sent = await mailerFor(url).send({ ...MAIL, to: ['gone@example.com', 'ada@example.com'] });
    expect(sent.rejected).toEqual(['gone@example.com']);
    expect(taken[0]?.to).toEqual(['ada@example.com']);
  });
});

test('there is no mailer without a server', () => {
  expect(createMailer({ url: '', from: 'a@example.com' })).toBeUndefined();
});

test.each([
  ['Sluice <alerts@sluice.example>', 'sluice.example'],
  ['alerts@sluice.example', 'sluice.example'],
  ['nonsense', 'sluice.invalid'],
])('the domain of %s is %s', (from, domain) => {
  const mailer = createMailer({ url: 'smtp://127.0.0.1:1', from });
  mailer?.close();
  expect(mailer?.domain).toBe(domain);
});

/** A real SMTP server on loopback, and the mails it took. */
async function startSmtp(options: SMTPServerOptions = {}) {
  const taken: { mail: ParsedMail; to: string[]; raw: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(chunks).toString('latin1');
        void simpleParser(Buffer.concat(chunks)).then((mail) => {
          taken.push({ mail, to, raw });
          done(null);
        }, done);
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ended.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { taken, url: `smtp://127.0.0.1:${port}` };
}

function mailerFor(url: string): Mailer {
  const mailer = createMailer({ url, from: 'Sluice <alerts@sluice.example>' });
  if (mailer === undefined) throw new Error('no mailer');
  ended.push(mailer.close);
  return mailer;
}
