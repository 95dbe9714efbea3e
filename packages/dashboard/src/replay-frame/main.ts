import { Replayer } from '@rrweb/replay';
import { cleanEvent } from './cleanEvent';
import type { FrameCommand, FrameReport } from './frameMessages';

/** How often the position is reported while it plays, in milliseconds. */
const REPORT_MS = 100;

/** The type of the event of a recording that has the address and size of the page. */
const META = 4;

const stage = document.getElementById('stage');
const report = (message: FrameReport): void => window.parent.postMessage(message, window.location.origin);

let replayer: Replayer | undefined;
let timer: number | undefined;
let config = { speed: 1, skipInactive: true };

function reportTime(): void {
  if (replayer !== undefined) report({ type: 'time', at: replayer.getCurrentTime() });
}

function stopTimer(): void {
  window.clearInterval(timer);
  timer = undefined;
}

/** The size that the recording begins with; without one, that of a common window. */
function sizeOf(events: readonly unknown[]): readonly [width: number, height: number] {
  for (const event of events as readonly { readonly type?: unknown; readonly data?: Partial<typeof recorded> }[]) {
    const { width, height } = (event.type === META ? event.data : undefined) ?? {};
    if (typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0) return [width, height];
  }
  return [1280, 720];
}

function load(events: readonly unknown[], at: number): void {
  if (stage === null) return;
  stopTimer();
  replayer?.destroy();
  stage.replaceChildren();
  const player = new Replayer(events.map(cleanEvent) as ConstructorParameters<typeof Replayer>[0], {
    root: stage,
    showWarning: false,
    showDebug: false,
    mouseTail: false,
    useVirtualDom: true,
    ...config,
  });
  replayer = player;
  player.on('resize', (size) => {
    const { width, height } = size as { readonly width: number; readonly height: number };
    fit(width, height);
  });
  player.on('finish', () => {
    stopTimer();
    report({ type: 'finished' });
  });
  fit(...sizeOf(events));
  report({ type: 'loaded', total: player.getMetaData().totalTime });
  player.pause(at);
  reportTime();
}

let recorded = { width: 0, height: 0 };

/** Shows the recorded page in the size of the frame. */
function fit(width = recorded.width, height = recorded.height): void {
  recorded = { width, height };
  if (stage === null || width === 0 || height === 0) return;
  const scale = Math.min(window.innerWidth / width, window.innerHeight / height, 1);
  const left = Math.max(0, (window.innerWidth - width * scale) / 2);
  stage.style.transform = `translateX(${left}px) scale(${scale})`;
  report({ type: 'size', width, height });
}

function run(command: FrameCommand): void {
  switch (command.type) {
    case 'load':
      return load(command.events, command.at);
    case 'play':
      replayer?.play(command.at);
      stopTimer();
      timer = window.setInterval(reportTime, REPORT_MS);
      return undefined;
    case 'pause':
      stopTimer();
      replayer?.pause(command.at);
      return reportTime();
    case 'configure':
      config = { speed: command.speed, skipInactive: command.skipInactive };
      return replayer?.setConfig(config);
  }
}

window.addEventListener('resize', () => fit());
window.addEventListener('message', (message: MessageEvent<FrameCommand>) => {
  if (message.source !== window.parent || message.origin !== window.location.origin) return;
  try {
    run(message.data);
  } catch (error) {
    report({ type: 'failed', message: error instanceof Error ? error.message : 'The recording cannot be played.' });
  }
});
report({ type: 'ready' });
