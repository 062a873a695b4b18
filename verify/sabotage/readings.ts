import type { Sabotages } from "./replace-source.ts";

/** In storing readings, and in what follows from them. */
export const readings = {
  // Answers that readings are stored before they are.
  "acknowledge-early": {
    "server/ingest/store/store.ts": [
      [
        "export async function storeReadings(",
        `export function storeReadings(...all: Parameters<typeof storeForTrue>): Promise<Outcome[]> {
      storeForTrue(...all).catch(() => {});
      return Promise.resolve(all[2].map(({ row }) => ({ row, status: "stored" })));
    }

    async function storeForTrue(`,
      ],
    ],
  },
  // Adds a volume to what stands in its hour, instead of knowing it for the same.
  "count-twice": {
    "server/ingest/store/store-hours.ts": [
      ["set gallons[v.slot] = v.gallons", "set gallons[v.slot] = coalesce(d.gallons[v.slot], 0) + v.gallons"],
      ["and d.gallons[v.slot] is null", ""],
    ],
    "server/ingest/days/merge-day.ts": [
      [
        'if (order === 0) return { result: "same", superseded: null };',
        `if (order === 0 && standing !== null) {
      put(day, { ...value, gallons: value.gallons + standing.gallons });
      return { result: "new", superseded: null };
    }`,
      ],
    ],
  },
  // Of two values for an hour takes the one that came last.
  "last-wins": {
    "server/ingest/days/merge-day.ts": [
      ["a.sequence - b.sequence ||", "Math.abs(a.sequence - b.sequence) ||"],
      ["a.gallons - b.gallons ||", "Math.abs(a.gallons - b.gallons) ||"],
    ],
  },
  // Counts what it rejects, and keeps none of it.
  "forget-rejected": {
    "server/ingest/store/rejected.ts": [["if (rows.length === 0) return;", "if (rows.length >= 0) return;"]],
  },
  // Takes a batch whose key it knows for a new one.
  "forget-keys": {
    "server/ingest/batch/idempotency-key.ts": [["if (earlier !== null) return [];", "earlier = null;"]],
  },
  // Does not see that a batch with the same key is at work.
  "forget-locks-of-keys": {
    "server/ingest/batch/idempotency-key.ts": [['if (await tryLock(tx, "idempotencyKey", name)) return;', "return;"]],
  },
  // Waits a while with every batch.
  "slow-store": {
    "server/ingest/store/store.ts": [
      [
        'await holdReadings(tx, propertyId, "with other senders");',
        'await holdReadings(tx, propertyId, "with other senders");\n            await new Promise((go) => setTimeout(go, 300));',
      ],
    ],
  },
  // Takes what was measured tomorrow.
  "take-the-future": {
    "server/ingest/place/place-reading.ts": [["> now + AHEAD_MS", "> now + 1e12"]],
  },
  // Does not recalculate with what comes more than two days late.
  "forget-late": {
    "server/ingest/changes.ts": [
      ["if (changed.size === 0) return;", "if (Math.min(...changed.values()) < Date.now() - 2 * 86_400_000) return;"],
    ],
  },
  // Locks days in the order in which they come, and passes a deadlock on to the sender.
  "careless-locks": {
    "server/ingest/days/store-days.ts": [
      ["bundles.toSorted((a, b) => a.meterId - b.meterId || a.day - b.day)", "[...bundles]"],
    ],
    "server/ingest/days/day-rows.ts": [["    order by d.meter_id, d.day\n    for update of d", "    for update of d"]],
    "server/ingest/store/store.ts": [["const MAX_ATTEMPTS = 8;", "const MAX_ATTEMPTS = 1;"]],
  },
  // Takes every day for one of 24 hours.
  "days-of-24-hours": {
    "server/time/local-day.ts": [["hours: Math.ceil((endsAt - startsAt) / HOUR_MS)", "hours: 24"]],
  },
  // Brings alerts up to date after its own refresh and never else: what a dead server left stays undone.
  "drop-alerts": {
    "server/alerts/watcher.ts": [
      ["let allDue = performance.now();", "let allDue = performance.now() + 86_400_000;"],
      ["const BEHIND_MS = 10_000;", "const BEHIND_MS = 86_400_000;"],
    ],
  },
  // Does not take up again the imports at which it was killed.
  "drop-imports": {
    "server/uploads/take-uploads.ts": [
      ["where state in ('waiting', 'running') and kept_in =", "where state = 'waiting' and kept_in ="],
    ],
  },
  // Does what came to this server and nothing else: what a dead one left stays undone.
  "own-work-only": {
    "server/metering/refresher.ts": [["const LOOK_MS = 2000;", "const LOOK_MS = 86_400_000;"]],
    "server/alerts/watcher.ts": [["const BEHIND_MS = 10_000;", "const BEHIND_MS = 86_400_000;"]],
  },
  // Works on what another server is at, as if there were no other.
  "out-of-turn": {
    "server/database/locks.ts": [
      // So long that every server has taken it before the first has begun, however quick the machine is.
      ["if (found?.held !== true) return null;", "void found; await new Promise((goOn) => setTimeout(goOn, 1000));"],
    ],
    "server/metering/refresh-property.ts": [
      ['if (!(await tryLock(tx, "propertyFigures", propertyId))) return null;', ""],
    ],
    "server/alerts/update-alerts.ts": [['await lock(tx, "alerts", propertyId);', ""]],
    // So often that they meet there.
    "server/uploads/start-imports.ts": [["const LOOK_MS = 2000;", "const LOOK_MS = 50;"]],
  },
  // No sabotage: the first look for old months comes soon after the start, and so does another where a server was at it.
  "retention-soon": {
    "server/retention/start-retention.ts": [["const FIRST_MS = 60_000;", "const FIRST_MS = 15_000;"]],
    "server/time/daily.ts": [["const AGAIN_MS = 30_000;", "const AGAIN_MS = 500;"]],
  },
  // Lets whoever is signed in publish anywhere and subscribe to anything, for as long as they stay.
  "open-broker": {
    "server/mqtt/broker.ts": [
      [
        "if (topic === null || topic.propertyId !== gateway.propertyId || topic.gateway !== serial) {",
        "if (topic === null) return;\n    if (serial === null) {",
      ],
      [
        "authorizeSubscribe: (_client, _subscription, done) => done(null, null)",
        "authorizeSubscribe: (_client, subscription, done) => done(null, subscription)",
      ],
      ["const REVOKED_MS = 500;", "const REVOKED_MS = 600_000;"],
    ],
  },
  // Changes of prices wait for nobody, and edits do not look at what they were begun on.
  "heedless-changes": {
    "server/costs/hold-properties.ts": [
      ["for (const propertyId of propertyIds) {", "for (const propertyId of propertyIds.slice(0, 0)) {"],
    ],
    "server/accounts/users/change-users.ts": [["if (begun !== null && (", "if (false && ("]],
  },
} satisfies Sabotages;
