import type { LeakState } from "../../leaks/state/leak-state.ts";
import { decodeLeakState, encodeDaily, encodeHourly, isCurrentLeakState, newLeakState } from "../../leaks/state.ts";
import { registerNumbers, registerOf } from "./register-bytes.ts";
import type { RegisterState } from "./register-hours.ts";

/** How far one meter has been processed, and all that its next hour needs of the ones before. */
export interface MeterState {
  /** Fingerprint of the inventory and the settings that it was calculated with. */
  configuration: number;
  /** null: a meter that reports hours, or no register yet. */
  register: RegisterState | null;
  leak: LeakState;
}

const VERSION = 3;
const HEAD_BYTES = 6;

export function newMeterState(configuration: number): MeterState {
  return { configuration, register: null, leak: newLeakState() };
}

/** The whole state as bytes. */
export function encodeMeterState(state: MeterState): Buffer {
  return Buffer.concat([encodeHours(state), encodeOwnDays(state)]);
}

/** Its first part: what every hour changes. */
export function encodeHours(state: MeterState): Buffer {
  const numbers = state.register === null ? [] : registerNumbers(state.register);
  const head = Buffer.alloc(HEAD_BYTES + numbers.length * 8);
  head.writeUInt8(VERSION, 0);
  head.writeUInt32LE(state.configuration, 1);
  head.writeUInt8(numbers.length, 5);
  for (const [i, value] of numbers.entries()) head.writeDoubleLE(value, HEAD_BYTES + i * 8);
  return Buffer.concat([head, encodeHourly(state.leak)]);
}

/** The rest: what changes once a day. */
export function encodeOwnDays(state: MeterState): Buffer {
  return encodeDaily(state.leak);
}

/**
 * @returns null for a state that cannot be used: from another configuration or program version, or damaged. The meter is
 * recalculated from its hours.
 */
export function decodeMeterState(bytes: Buffer, configuration: number): MeterState | null {
  if (bytes.length < HEAD_BYTES || bytes.readUInt32LE(1) !== configuration) return null;
  try {
    return carriedOver(bytes, configuration);
  } catch {
    return null;
  }
}

/**
 * A state carried over to another configuration than its own, where there are no hours left to recalculate it from.
 * @returns null for one of another version of this program
 * @throws an error for a damaged one: the meter's earlier leaks would be lost
 */
export function carriedOver(bytes: Buffer, configuration: number): MeterState | null {
  if (bytes.readUInt8(0) !== VERSION) return null;
  const count = bytes.readUInt8(5);
  const leak = bytes.subarray(HEAD_BYTES + count * 8);
  if (!isCurrentLeakState(leak)) return null;
  const numbers = Array.from({ length: count }, (_, i) => bytes.readDoubleLE(HEAD_BYTES + i * 8));
  return { configuration, register: count === 0 ? null : registerOf(numbers), leak: decodeLeakState(leak) };
}
