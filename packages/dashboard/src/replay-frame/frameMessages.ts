/** What the page of a replay sends to the frame that plays it. Times are milliseconds since the start of the recording. */
export type FrameCommand =
  | { readonly type: 'load'; readonly events: readonly unknown[]; readonly at: number }
  | { readonly type: 'play' | 'pause'; readonly at: number }
  | { readonly type: 'configure'; readonly speed: number; readonly skipInactive: boolean };

/** What the frame reports. */
export type FrameReport =
  | { readonly type: 'ready' }
  | { readonly type: 'loaded'; readonly total: number }
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'finished' }
  | { readonly type: 'size'; readonly width: number; readonly height: number }
  | { readonly type: 'failed'; readonly message: string };
