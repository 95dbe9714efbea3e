import { parseGlobs } from '../../../packages/contract/src/globs.js';
import { tellingLine } from '../../../packages/contract/src/tellingLine.js';
import { parseTimestamp } from '../../../packages/contract/src/timestamps.js';
import { enrichContexts } from '../../../packages/enrichment/src/enrichContexts.js';
import { isStorable } from '../../../packages/management/src/request/isStorable.js';
import { clientAddress } from '../../../packages/runtime/src/clientAddress.js';
import { parseNetworks } from '../../../packages/runtime/src/networks.js';
import { runToEnd } from '../../../packages/runtime/src/runCooperatively.js';
import { readMessage } from '../../../packages/sentry-protocol/src/errors/readMessage.js';
import { parseSentryDsn } from '../../../packages/sentry-protocol/src/keys/parseSentryDsn.js';
import { readSentryKeys } from '../../../packages/sentry-protocol/src/keys/readSentryKeys.js';
import { readBlocked } from '../../../packages/sentry-protocol/src/security/readBlocked.js';
import { readTime } from '../../../packages/sentry-protocol/src/values/times.js';
import { displayPath } from '../../../packages/sourcemaps/src/resolve/displayPath.js';
import { mapFilenameOf, uploadFilenameOf } from '../../../packages/sourcemaps/src/resolve/filenames.js';
import { kindOfRawName } from '../../../packages/sourcemaps/src/resolve/rawName.js';
import { readFrames } from '../../../packages/stacktrace/src/readFrames.js';
import { normalizeFile } from '../../../services/exceptions/src/steps/normalizeFile.js';
import { normalizeFunction } from '../../../services/exceptions/src/steps/normalizeFunction.js';
import { formerMessage, normalizeMessage } from '../../../services/exceptions/src/steps/normalizeMessage.js';
import { createAgentClassifier } from '../../../packages/filters/src/agents/classifyAgent.js';
import { compileGlobs } from '../../../packages/filters/src/globs/compileGlobs.js';
import { isBrowserExtension } from '../../../packages/filters/src/isBrowserExtension.js';
import { isLocalhost } from '../../../packages/filters/src/isLocalhost.js';
import { scrubText } from '../../../services/gateway/src/admission/scrub/scrubText.js';
import { isSecretName } from '../../../services/gateway/src/admission/scrub/isSecretName.js';
import { cleanStrings } from '../../../services/gateway/src/batch/cleanStrings.js';
import { checkList, parseLargeJson } from '../../../services/gateway/src/batch/parseLargeJson.js';
import { scanJson } from '../../../services/gateway/src/batch/scanJson.js';
import { checkContentType, parseContentEncoding } from '../../../services/gateway/src/http/readBody.js';
import { checkDomain } from '../../../services/gateway/src/http/checkOrigin.js';
import { compileOrigins } from '../../../packages/filters/src/compileOrigins.js';
import { findEndpoint } from '../../../services/gateway/src/endpoints.js';
import { findMountedHandler } from '../../../services/gateway/src/http/mountedHandlers.js';
import { readServiceKey } from '../../../services/gateway/src/http/authenticate.js';
import { releaseFields } from '../../../services/sourcemaps/src/releases/releaseFields.js';

/** A function that reads external text, as its callers call it. */
export interface ReaderOfInput {
  readonly name: string;
  /** Beginnings of texts that make it read further. */
  readonly heads: readonly string[];
  readonly read: (text: string) => unknown;
}

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ',
  'Mozilla/5.0 (Linux; Android 10; SM-',
  'Opera/9.80 (',
  'WhatsApp/',
];

/** Defeats caches: no two texts are equal within the part that is read. */
let calls = 0;
const fresh = (text: string): string => `${text.slice(0, 440)}${calls++}${text.slice(440)}`;

const judgeAgent = createAgentClassifier();
const closed = compileOrigins(['example.com', '*.example.net', '[::1]:80'], false);
const proxies = parseNetworks(['10.0.0.0/8', '1.0.0.0/8']);
const globs = compileGlobs(['*a*b*c*', '[a-z]*[!0-9]*x', '*{foo,bar,*}*', 'a?b*', '*(*(*']);
const bounds = { maxJsonDepth: 1_000, maxJsonValues: 1_000_000 };
const noThrow = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return error;
  }
};
const event = (payload: object, contexts = {}) => ({ type: 'exception', timestamp: '', payload, contexts }) as never;

/** How lines of stacks begin, by platform. */
const LANGUAGES: readonly { readonly platform: string; readonly heads: readonly string[] }[] = [
  { platform: 'java', heads: ['\tat ', '\tat a.b(', '\tat a$$Lambda', 'Caused by: '] },
  {
    platform: 'python',
    heads: ['Traceback (most recent call last):\n  File "', '  File "a.py", line 1, in ', '  |   File "'],
  },
  {
    platform: 'go',
    heads: ['goroutine 1 ', 'main.f(', 'created by ', 'main.f()\n\t/go/src/', 'main.f()\n\ta.go:1 +0x'],
  },
  { platform: 'dotnet', heads: ['   at A.B(', '   at A.B() in ', '   at A..'] },
  { platform: 'ruby', heads: ['\tfrom ', 'a.rb:1:in `block in ', "a.rb:1:in 'A#"] },
  { platform: 'php', heads: ['#0 ', '#0 a.php(', '#0 a.php(1): {closure', 'E: x in a.php:', 'Next E\n#0 '] },
];

/** Functions of the ingest path, of enrichment, of grouping and of source maps. */
export const readersOfInput: readonly ReaderOfInput[] = [
  {
    name: 'user agent of a device',
    heads: AGENTS,
    read: (text) => enrichContexts({ 'device.userAgent': fresh(text) }, { ip: '', agent: '' }),
  },
  { name: 'user agent of a request', heads: AGENTS, read: (text) => judgeAgent(fresh(text)) },
  { name: 'key in a header', heads: ['Service ', 'Service service_key='], read: (text) => readServiceKey(text, '/') },
  { name: 'key in a query', heads: ['/?service_key=', '/?'], read: (text) => readServiceKey(undefined, text) },
  { name: 'key of Sentry', heads: ['Sentry ', 'sentry_key='], read: (text) => readSentryKeys(text, text) },
  { name: 'DSN of Sentry', heads: ['https://', 'https://a@', 'https://a@b/'], read: parseSentryDsn },
  { name: 'time of Sentry', heads: ['2024-05-01T12:00:00.'], read: readTime },
  {
    name: 'template of a message',
    heads: ['%(', '{', '%'],
    read: (message) => readMessage({ message: { message, params: { a: message } } }),
  },
  {
    name: 'blocked address',
    heads: ['https://', 'https://a@', 'script-src '],
    read: (text) => readBlocked({ effectiveDirective: text, violatedDirective: text, blockedURL: text }),
  },
  { name: 'origin', heads: ['https://', 'https://a.'], read: (text) => checkDomain(closed, text, undefined) },
  { name: 'allowed domain', heads: ['https://', '*.', '['], read: (text) => compileOrigins([text], false) },
  { name: 'forwarded address', heads: ['1.1.1.1, ', '['], read: (text) => clientAddress('10.0.0.1', text, proxies) },
  { name: 'filtered address', heads: ['10.0.0.1/', '::'], read: (text) => parseNetworks([text]) },
  { name: 'content type', heads: ['application/json;', 'application/json; charset='], read: checkContentType },
  { name: 'content coding', heads: ['gzip'], read: parseContentEncoding },
  { name: 'target', heads: ['http://', '/api/envelope'], read: findEndpoint },
  {
    name: 'target of a guest',
    heads: ['http://', '/api/0/projects/'],
    read: (url) => findMountedHandler([{ paths: /^\/api\/0(?:\/|$)/, handler: () => undefined }], { url }),
  },
  { name: 'timestamp', heads: ['2024-05-01T12:00:00.', '2024'], read: parseTimestamp },
  { name: 'JSON', heads: ['{"events":[', '{"events":["'], read: (text) => scanJson(text, bounds) },
  { name: 'large JSON', heads: ['[', '{"a":', '[[1,'], read: (text) => runToEnd(parseLargeJson(text)) },
  { name: 'recording', heads: ['[', '[{"a":'], read: (text) => runToEnd(checkList(text, true)) },
  { name: 'string', heads: ['\0'], read: cleanStrings },
  {
    name: 'text to scrub',
    heads: [
      'a@b.',
      'https://u:p@',
      'password="',
      'authorization: ',
      'bearer ',
      '4111 1111 1111 ',
      'eyJaaaaaaaa.',
      'token=',
    ],
    read: scrubText,
  },
  { name: 'name of a secret', heads: ['password', 'apiKey'], read: isSecretName },
  { name: 'storable text', heads: [], read: isStorable },
  { name: 'text against globs', heads: ['abc', 'foo('], read: globs },
  { name: 'glob', heads: ['{', '[', '{a,b}'], read: (pattern) => parseGlobs([pattern]) },
  {
    name: 'page of an event',
    heads: ['http://', 'http://a.'],
    read: (url) => isLocalhost(event({ url }), { pageHost: undefined, address: '' }),
  },
  { name: 'stack for extensions', heads: ['Error\n at '], read: (stack) => isBrowserExtension(event({ stack })) },
  {
    name: 'stack',
    heads: [
      'Error: x\n    at ',
      'Error: x\n    at f (',
      'Error: x\n    at eval (eval at ',
      'f@',
      'f@a.js line 1 > ',
      'f@https://a/b.js:1:2 [',
      'Error: x\n    at f (https://a/b.js:1:2) ',
      '[cause]:',
    ],
    read: (stack) => readFrames({ message: 'x', stack }),
  },
  ...LANGUAGES.map(({ platform, heads }) => ({
    name: `stack of ${platform}`,
    heads,
    read: (stack: string) => readFrames({ message: 'x', stack, platform }),
  })),
  {
    name: 'file of a frame',
    heads: ['https://a/', '/a/', 'webpack:///a-loader!'],
    read: (file) => readFrames({ frames: [{ file }] }),
  },
  {
    name: 'function of a frame',
    heads: ['async ', 'new '],
    read: (name) => [kindOfRawName(name), normalizeFunction(name)],
  },
  {
    name: 'message',
    heads: [
      'x is not a function',
      "Cannot read property '",
      'https://',
      'https://go.apollo.dev/c/err#',
      'status ',
      '„',
    ],
    read: (message) => [normalizeMessage(message), formerMessage(message)],
  },
  {
    name: 'line of a message',
    heads: ['[{"message":"', '{"path":[', "{message: '", 'Invalid `a` invocation:\n', '\u001b[31m', '['],
    read: tellingLine,
  },
  { name: 'file for grouping', heads: ['https://a/', 'webpack://', 'a/'], read: normalizeFile },
  { name: 'source of a map', heads: ['webpack://', '(a)/', ' ['], read: displayPath },
  { name: 'file for a map', heads: ['https://', 'a:'], read: (file) => [mapFilenameOf(file), uploadFilenameOf(file)] },
  {
    name: 'link of a release',
    heads: ['https://'],
    read: (url) => noThrow(() => releaseFields({ version: '1', url })),
  },
  { name: 'name of a release', heads: [], read: (version) => noThrow(() => releaseFields({ version })) },
];
