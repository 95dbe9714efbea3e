/**
 * A body that is already JSON text. It is sent unchanged, because parsing and serializing ten megabytes would block the event
 * loop. If it becomes part of another value, it is parsed.
 */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
