/** Shifts the wall clock of the importing process by `CLOCK_SHIFT_MS`. */
const RealDate = globalThis.Date;
const shiftMs = Number(process.env.CLOCK_SHIFT_MS);

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return RealDate.now() + shiftMs;
  }
};
