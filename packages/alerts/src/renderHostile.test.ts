import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderMail } from './mail/renderMail.js';
import { render } from './render.js';
import { REQUEST_KINDS, SAMPLE_DESTINATIONS } from './testing/destinations.js';
import { hostileMessage } from './testing/hostileMessages.js';
import { platformProblem } from './testing/platformProblem.js';
import type { RequestKind } from './renderedRequest.js';

const RUNS = { numRuns: 150 };
/** Control and format characters, but for our own line breaks and breaks of words. */
const UNSAFE = /(?![\n\u200B\u200C\u200D])[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/u;

/** Identifiers are compared, never shown; footers and what notifications show have no markup. */
const HIDDEN = new Set(['dedup_key', 'alias', 'threadKey', '$schema', 'footer', 'fallback']);

/** Links that end elsewhere than at `https://sluice.example`, and mentions, in plain text. */
const PLAIN = [/https?:\/\/(?!sluice\.example\/)/i, /(?<!\w)www\./i, /@[\w<]/];
const HTML = [/<a href="(?!https:\/\/sluice\.example\/)/, /<(?!\/?(?:b|i|a|br|font|code|pre)\b)/];
const MARKDOWN = [/(?<!\\)\]\((?!https:\/\/sluice\.example\/)/];
const INJECTED: Partial<Record<RequestKind, readonly RegExp[]>> = {
  discord: [...MARKDOWN, /(?<!\\)<[@#:]/],
  mattermost: [...MARKDOWN, /<[!@#]/],
  telegram: HTML,
  google_chat: HTML,
};

describe.each(REQUEST_KINDS)('hostile text in a message for %s', (kind) => {
  const destination = SAMPLE_DESTINATIONS[kind];

  test('breaks no rule and no limit of the platform', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const problems = bodies(message).map((request) => platformProblem(kind, request) ?? '');
        expect(problems.join('')).toBe('');
        expect(bodies(message).filter(({ body }) => Buffer.byteLength(body) > 20_000)).toEqual([]);
      }),
      RUNS,
    );
  });

  test('has no control characters, invisible characters or halves of characters', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const texts = bodies(message).flatMap(({ body }) => textsIn(JSON.parse(body)));
        expect(texts.filter((text) => UNSAFE.test(text))).toEqual([]);
      }),
      RUNS,
    );
  });

  function bodies(message: Parameters<typeof render>[1]) {
    return render(destination, message).map(({ url, headers, body }) => ({
      path: new URL(url).pathname,
      headers,
      body,
    }));
  }
});

// A webhook carries the texts as data.
describe.each(REQUEST_KINDS.filter((kind) => kind !== 'webhook'))('hostile text in a message for %s', (kind) => {
  test('becomes no mention and no link', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const texts = render(SAMPLE_DESTINATIONS[kind], message).flatMap(({ body }) => textsIn(JSON.parse(body)));
        expect(injectedIn(texts, INJECTED[kind])).toEqual([]);
      }),
      RUNS,
    );
  });
});

describe.each(['discord', 'mattermost'] as const)('hostile text in Markdown for %s', (kind) => {
  test('opens and ends no block of code', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const texts = render(SAMPLE_DESTINATIONS[kind], message).flatMap(({ body }) => textsIn(JSON.parse(body)));
        const fences = texts.map((text) => text.split('```').length - 1).filter((count) => count > 0);
        expect(fences.filter((count) => count !== 2)).toEqual([]);
      }),
      RUNS,
    );
  });
});

const MAIL = [/<a [^>]*href="(?!https:\/\/sluice\.example\/)/, /<(?:script|img|b|at|users|code|pre)[\s>]/, /<!/];

describe('hostile text in a mail', () => {
  const context = { domain: 'sluice.example', unsubscribeUrl: 'https://sluice.example/u?t=1' };

  test('becomes no link, no element and no header', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        const { subject, text, html = '', headers = {}, messageId, references = [] } = renderMail(message, context);
        const shown = html.replace(/<style>[^]*?<\/style>/, '').replace(/<!doctype html>/, '');
        expect([...injectedIn([text]), ...injectedIn([shown], MAIL)]).toEqual([]);
        const lines = [subject, messageId ?? '', ...references, ...Object.values(headers)];
        expect(lines.filter((line) => /[\r\n\0]/.test(line) || UNSAFE.test(line))).toEqual([]);
        expect([text, html].filter((part) => UNSAFE.test(part))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('keeps the mail below the size at which clients cut it', () => {
    fc.assert(
      fc.property(hostileMessage, (message) => {
        expect(Buffer.byteLength(renderMail(message, context).html ?? '')).toBeLessThan(100_000);
      }),
      RUNS,
    );
  });
});

/** All shown texts in a value, without our own addresses. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.startsWith('https://sluice.example/') ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => (HIDDEN.has(name) ? [] : textsIn(part)));
}

/** Parts in which a platform finds nothing. */
function withoutCode(text: string): string {
  return text.replace(/<(code|pre)>[^<]*<\/\1>/g, '').replace(/```js\n[^]*?\n```/g, '');
}

function injectedIn(texts: readonly string[], patterns: readonly RegExp[] = []): string[] {
  return texts
    .map(withoutCode)
    .flatMap((text) => [...PLAIN, ...patterns].flatMap((pattern) => pattern.exec(text) ?? []));
}
