import { decodeLeakState, encodeLeakState, type LeakState, newLeakState } from "../leaks/state.ts";
import type { RegisterState } from "./register-hours.ts";

/** How far one meter has been worked through, and all that its next hour needs to know of the ones before. */
export interface MeterState {
  /** null: a meter that reports hours, or no register yet. */
  register: RegisterState | null;
  leak: LeakState;
}

const VERSION = 1;
const REGISTER_BYTES = 4 * 8;

export function newMeterState(): MeterState {
  return { register: null, leak: newLeakState() };
}

export function encodeMeterState(state: MeterState): Buffer {
  const head = Buffer.alloc(2 + (state.register === null ? 0 : REGISTER_BYTES));
  head.writeUInt8(VERSION, 0);
  if (state.register !== null) {
    const { lastAt, highest, openHour, openGallons } = state.register;
    head.writeUInt8(1, 1);
    for (const [i, value] of [lastAt, highest, openHour, openGallons].entries()) head.writeDoubleLE(value, 2 + i * 8);
  }
  return Buffer.concat([head, encodeLeakState(state.leak)]);
}

/** @throws Error for bytes of another version of this program. */
export function decodeMeterState(bytes: Buffer): MeterState {
  if (bytes.readUInt8(0) !== VERSION) throw new Error("A meter's state was written by another version.");
  const hasRegister = bytes.readUInt8(1) === 1;
  const number = (i: number) => bytes.readDoubleLE(2 + i * 8);
  return {
    register: hasRegister
      ? { lastAt: number(0), highest: number(1), openHour: number(2), openGallons: number(3) }
      : null,
    leak: decodeLeakState(bytes.subarray(hasRegister ? 2 + REGISTER_BYTES : 2)),
  };
}
