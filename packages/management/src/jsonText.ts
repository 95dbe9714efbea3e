/**
 * A body that is stored as JSON text already, and is sent as it is: parsing ten megabytes to write them again would keep
 * everybody waiting. Where it is made a part of something else it is parsed, and is then what it says.
 */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
