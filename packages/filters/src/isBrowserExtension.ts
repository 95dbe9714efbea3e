import { isObject, type UnknownObject, type AcceptedEvent } from '@sluice/contract';

/** URLs of scripts of extensions. */
const SOURCE = /^(?:chrome|moz|safari|safari-web|ms-browser|edge|opera)-extension:\/\//i;

/** URLs of extensions and injected scripts that appear in page code. */
const INJECTED =
  /(?:chrome|moz|safari|safari-web|ms-browser)-extension:\/\/|kaspersky-labs\.com|metrics\.itunes\.apple\.com|webappstoolbarba\.texthelp\.com/i;

/** Messages that only extensions, toolbars and in-app browsers cause. */
const MESSAGES = [
  'top.GLOBALS',
  'originalCreateNotification',
  'canvas.contentDocument',
  'MyApp_RemoveAllHighlights',
  'atomicFindClose',
  'conduitPage',
  'plugin.setSuspendState is not a function',
  'fb_xd_fragment',
  "Can't find variable: ZiteReader",
  'jigsaw is not defined',
  'ComboSearch is not defined',
  'http://loading.retry.widdit.com/',
  'DealPly',
  'EBCallBackMessageReceived',
  'Extension context invalidated',
  'Could not establish connection. Receiving end does not exist',
  'runtime.sendMessage',
  "evaluating 'window.ethereum",
  '_AutofillCallbackHandler',
  'vid_mate_check',
  'instantSearchSDKJSBridgeClearHighlight',
  '__gCrWeb',
  'zaloJSV2',
];

/** Number of frames, from the throwing one on, that are checked: an extension further down only called the page's code. */
const MAX_FRAMES = 3;
const MAX_STACK = 4_096;

/** Whether an exception was thrown by an extension or a script injected into the page (filter `browserExtensions`). */
export function isBrowserExtension({ type, payload }: AcceptedEvent): boolean {
  if (type !== 'exception') return false;
  const { message, frames, stack } = payload as UnknownObject;
  if (typeof message === 'string' && MESSAGES.some((known) => message.includes(known))) return true;
  if (Array.isArray(frames)) return frames.slice(0, MAX_FRAMES).some(isFromExtension);
  return typeof stack === 'string' && INJECTED.test(stack.slice(0, MAX_STACK));
}

function isFromExtension(frame: unknown): boolean {
  if (!isObject(frame)) return false;
  const { file } = frame;
  return typeof file === 'string' && (SOURCE.test(file) || INJECTED.test(file));
}
