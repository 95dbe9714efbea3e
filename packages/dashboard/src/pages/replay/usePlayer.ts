import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { FrameCommand, FrameReport } from '../../replay-frame/frameMessages';
import type { Recorded } from './readRecording';

/** The state of a player. Times are milliseconds since the start of the recording. */
interface PlayerState {
  readonly isReady: boolean;
  readonly isPlaying: boolean;
  readonly at: number;
  readonly total: number;
  readonly speed: number;
  readonly skipsInactive: boolean;
  /** Of the recorded page, once the frame has read it. */
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly problem: string | undefined;
}

/** A player: its state, its frame, and what can be done with it. */
export interface Player extends PlayerState {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  readonly seek: (at: number) => void;
  readonly toggle: () => void;
  readonly setSpeed: (speed: number) => void;
  readonly setSkipsInactive: (skips: boolean) => void;
}

const START: PlayerState = {
  isReady: false,
  isPlaying: false,
  at: 0,
  total: 0,
  speed: 1,
  skipsInactive: true,
  size: undefined,
  problem: undefined,
};

/** Returns the state after a report of the frame. */
function after(state: PlayerState, report: FrameReport): PlayerState {
  switch (report.type) {
    case 'loaded':
      return { ...state, isReady: true, total: report.total };
    case 'time':
      return { ...state, at: Math.min(report.at, state.total) };
    case 'finished':
      return { ...state, isPlaying: false, at: state.total };
    case 'size':
      return { ...state, size: { width: report.width, height: report.height } };
    case 'failed':
      return { ...state, problem: report.message };
    case 'ready':
      return state;
  }
}

/** Plays a recording in its own frame, which is controlled by messages. @param firstAt where it begins */
export function usePlayer(events: readonly Recorded[] | undefined, firstAt: number): Player {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isFrameReady, setFrameReady] = useState(false);
  const [state, setState] = useState(START);
  const current = useRef(state);
  current.current = state;
  const send = useCallback((command: FrameCommand): void => {
    frame.current?.contentWindow?.postMessage(command, window.location.origin);
  }, []);
  useEffect(() => {
    const onMessage = (message: MessageEvent<FrameReport>): void => {
      if (message.source !== frame.current?.contentWindow || message.origin !== window.location.origin) return;
      if (message.data.type === 'ready') setFrameReady(true);
      setState((before) => after(before, message.data));
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  }, []);
  const start = useRef(firstAt);
  useEffect(() => {
    if (isFrameReady && events !== undefined) send({ type: 'load', events, at: start.current });
  }, [events, isFrameReady, send]);
  const seek = (at: number): void => {
    const { total, isPlaying } = current.current;
    const to = Math.max(0, Math.min(at, total));
    setState({ ...current.current, at: to });
    send({ type: isPlaying ? 'play' : 'pause', at: to });
  };
  const toggle = (): void => {
    const { isPlaying, at, total } = current.current;
    const from = !isPlaying && at >= total ? 0 : at;
    setState({ ...current.current, isPlaying: !isPlaying, at: from });
    send({ type: isPlaying ? 'pause' : 'play', at: from });
  };
  const configure = (change: Partial<Pick<PlayerState, 'speed' | 'skipsInactive'>>): void => {
    const next = { ...current.current, ...change };
    setState(next);
    send({ type: 'configure', speed: next.speed, skipInactive: next.skipsInactive });
  };
  return {
    ...state,
    frame,
    seek,
    toggle,
    setSpeed: (speed) => configure({ speed }),
    setSkipsInactive: (skipsInactive) => configure({ skipsInactive }),
  };
}
