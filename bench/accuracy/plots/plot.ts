import { hoursBetween } from "../../../leak-benchmark/scoring/measured-hours.ts";
import type { Leak } from "../../../server/leaks/advance.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";
import type { HourSeen } from "../detection/hours-seen.ts";

/** What a person is to judge: an opening among the hours around it. */
export interface Plot {
  title: string;
  leak: Leak;
  hours: readonly HourSeen[];
}

const BEFORE_MS = 120 * HOUR_MS;
const AFTER_MS = 96 * HOUR_MS;
const BAR = 5;
const HEIGHT = 150;
/** Hours above this share of the others are cut off, so that a shower does not flatten a drip. */
const SHOWN_SHARE = 0.9;

/** The hours around an opening as bars: nights shaded, hours that are not measured hatched, leak gallons in red. */
export function plotSvg({ leak, hours }: Plot): string {
  const from = Math.floor((leak.openedAt - BEFORE_MS) / HOUR_MS) * HOUR_MS;
  const until = leak.openedAt + AFTER_MS;
  const width = ((until - from) / HOUR_MS) * BAR;
  const shown = new Map(hoursBetween(hours, from, until).map((hour) => [hour.at, hour]));
  const top = topOf([...shown.values()]);
  const x = (at: number) => (((at - from) / HOUR_MS) * BAR).toFixed(1);
  const bars: string[] = [];
  for (let at = from; at < until; at += HOUR_MS) {
    const hour = shown.get(at);
    if (hour === undefined) bars.push(rect("missing", x(at), 0, BAR, HEIGHT));
    else bars.push(...barsOf(hour, x(at), top));
  }
  const span = rect("span", x(Math.max(from, leak.startedAt)), HEIGHT + 2, spanWidth(leak, from, until), 4);
  const opened = `<line class="opened" x1="${x(leak.openedAt)}" x2="${x(leak.openedAt)}" y1="0" y2="${HEIGHT + 8}"/>`;
  const scale = `<text x="2" y="10">${(top / 1000).toFixed(1)} gal/h</text>`;
  return `<svg viewBox="0 0 ${width} ${HEIGHT + 10}" width="${width}" height="${HEIGHT + 10}">${bars.join("")}${span}${opened}${scale}</svg>`;
}

function barsOf({ gallons, leakGallons, isNight }: HourSeen, x: string, top: number): string[] {
  const height = (volume: number) => Math.min(1, volume / top) * HEIGHT;
  const bar = (name: string, volume: number) => rect(name, x, HEIGHT - height(volume), BAR - 0.5, height(volume));
  return [
    ...(isNight ? [rect("night", x, 0, BAR, HEIGHT)] : []),
    ...(gallons === null ? [rect("covered", x, HEIGHT - 3, BAR, 3)] : []),
    ...(gallons ? [bar(gallons > top ? "use cut" : "use", gallons)] : []),
    ...(leakGallons > 0 ? [bar("leak", leakGallons)] : []),
  ];
}

function spanWidth({ startedAt, endedAt }: Leak, from: number, until: number): number {
  return Math.max(0, ((Math.min(until, endedAt ?? until) - Math.max(from, startedAt)) / HOUR_MS) * BAR);
}

function topOf(hours: readonly HourSeen[]): number {
  const volumes = hours.flatMap(({ gallons }) => gallons ?? []).sort((a, b) => a - b);
  return Math.max(1000, volumes[Math.floor(volumes.length * SHOWN_SHARE)] ?? 0);
}

function rect(name: string, x: string, y: number, width: number, height: number): string {
  return `<rect class="${name}" x="${x}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"/>`;
}
