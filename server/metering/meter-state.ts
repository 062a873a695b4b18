import { decodeLeakState, encodeLeakState, type LeakState, newLeakState } from "../leaks/state.ts";
import type { RegisterState } from "./register-hours.ts";

/** How far one meter has been worked through, and all that its next hour needs to know of the ones before. */
export interface MeterState {
  /** Fingerprint of the inventory and the settings that it was worked out with. */
  configuration: number;
  /** null: a meter that reports hours, or no register yet. */
  register: RegisterState | null;
  leak: LeakState;
}

const VERSION = 2;
const HEAD_BYTES = 6;
const REGISTER_BYTES = 4 * 8;

export function newMeterState(configuration: number): MeterState {
  return { configuration, register: null, leak: newLeakState() };
}

export function encodeMeterState(state: MeterState): Buffer {
  const head = Buffer.alloc(HEAD_BYTES + (state.register === null ? 0 : REGISTER_BYTES));
  head.writeUInt8(VERSION, 0);
  head.writeUInt32LE(state.configuration, 1);
  if (state.register !== null) {
    const { lastAt, highest, openHour, openGallons } = state.register;
    head.writeUInt8(1, 5);
    const values = [lastAt, highest, openHour, openGallons];
    for (const [i, value] of values.entries()) head.writeDoubleLE(value, HEAD_BYTES + i * 8);
  }
  return Buffer.concat([head, encodeLeakState(state.leak)]);
}

/** @returns null for a state that does not hold here: of another configuration or of another version of this program. */
export function decodeMeterState(bytes: Buffer, configuration: number): MeterState | null {
  if (bytes.readUInt8(0) !== VERSION || bytes.readUInt32LE(1) !== configuration) return null;
  const hasRegister = bytes.readUInt8(5) === 1;
  const number = (i: number) => bytes.readDoubleLE(HEAD_BYTES + i * 8);
  return {
    configuration,
    register: hasRegister
      ? { lastAt: number(0), highest: number(1), openHour: number(2), openGallons: number(3) }
      : null,
    leak: decodeLeakState(bytes.subarray(HEAD_BYTES + (hasRegister ? REGISTER_BYTES : 0))),
  };
}
