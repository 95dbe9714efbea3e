import { createHmac } from 'node:crypto';
import { serveLocally, type Site } from '../../serveLocally.js';

/** A message of a webhook, as it arrived. */
interface Received {
  /** The header `webhook-id`. */
  readonly id: string;
  readonly title: string;
  /** Whether a signature is that of this secret (`whsec_…`), as Standard Webhooks describe. */
  readonly isSignedWith: (secret: string) => boolean;
}

/** A receiver of webhooks on the loopback interface. */
export interface Receiver extends Pick<Site, 'stop'> {
  /** Contains a part that only the destination knows. */
  readonly url: string;
  readonly received: readonly Received[];
  /** Changes the status of its answers; 200 at first. */
  readonly answerWith: (status: number) => void;
}

/** Starts a receiver, which keeps what arrives. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 200;
  const site = await serveLocally((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const header = (name: string): string => String(request.headers[`webhook-${name}`]);
      const signed = `${header('id')}.${header('timestamp')}.${body}`;
      received.push({
        id: header('id'),
        title: titleOf(body),
        isSignedWith: (secret) => header('signature').split(' ').includes(signatureOf(signed, secret)),
      });
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`received by the double with ${status}`);
    });
  });
  return {
    stop: () => site.stop(),
    url: `${site.origin}/hooks/part-that-is-secret`,
    received,
    answerWith: (next) => void (status = next),
  };
}

const titleOf = (body: string): string => {
  const { data, title = data?.title ?? '' } = JSON.parse(body) as {
    readonly title?: string;
    readonly data?: { readonly title?: string };
  };
  return title;
};

const signatureOf = (signed: string, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest('base64')}`;
