import type { FastifyInstance } from "fastify";
import { openAccounts } from "./accounts/accounts.ts";
import { knownPasswords } from "./accounts/demo-accounts.ts";
import { openFirstAdmin } from "./accounts/first-admin.ts";
import { startMailWorker } from "./accounts/mails/mail-worker.ts";
import { logged } from "./accounts/single-sign-on/failure.ts";
import { startAlerts } from "./alerts/watcher.ts";
import { startAuditUpkeep } from "./audit/start-audit-upkeep.ts";
import type { Config } from "./config.ts";
import { type Connections, connect } from "./database/connect.ts";
import { isDatabaseDown } from "./database/is-database-down.ts";
import { openForServer } from "./database/open.ts";
import { openStandby } from "./database/standby.ts";
import { keepDemoAlive } from "./demo/keep-alive.ts";
import { hasOwnData, loadDemo } from "./demo/load-demo.ts";
import { serveAccounts } from "./http/accounts/accounts.ts";
import { buildApp } from "./http/app.ts";
import { serveAreas } from "./http/areas.ts";
import { serveHealth } from "./http/health.ts";
import type { LogStream } from "./http/logging/logged-request.ts";
import { serveOpenApi } from "./http/openapi.ts";
import { markChanges } from "./http/reports/read-reports.ts";
import { release } from "./http/reports/release.ts";
import { createDrain } from "./http/serving/drain.ts";
import { stoppable } from "./http/serving/stop-serving.ts";
import { rejectedWrites } from "./http/throttle/rejected-writes.ts";
import { startPhotoUpkeep } from "./leaks-api/photos/start-photo-upkeep.ts";
import { openMailer } from "./mail/mailer.ts";
import { startRefresher } from "./metering/refresher.ts";
import { startWatching } from "./metrics/start-watching.ts";
import { startMqtt } from "./mqtt/start-mqtt.ts";
import { isOwnMachine } from "./network/own-machine.ts";
import { startNotifications } from "./notifications/start-notifications.ts";
import { openPost } from "./outgoing/safe-request.ts";
import { ownSecret } from "./own-secret.ts";
import { startPacking } from "./packed-months/start-packing.ts";
import { startRetention } from "./retention/start-retention.ts";
import { type Clock, systemClock } from "./time/clock.ts";
import { startImports } from "./uploads/start-imports.ts";
import { openUploadFolder } from "./uploads/upload-folder.ts";

export interface Server {
  app: FastifyInstance;
  connections: Connections;
  /** Where it listens, such as http://127.0.0.1:4000. */
  url: string;
  /** Whether it has the demo and keeps adding readings to it. */
  isDemo: boolean;
  /**
   * Lets running requests finish, then closes everything.
   * @param drainMs so long it says before that it is not ready, and still takes requests; 0 where left out
   */
  stop(drainMs?: number): Promise<void>;
}

/**
 * Starts the product: database, migrations, refresh, HTTP, and the demo where it is wanted.
 * @param say prints a line for the person who started it
 * @param logTo where the log goes; left out: standard output
 * @param interrupt ends a start that is under way: what was opened is closed, then it throws
 * @throws DataFolderInUse when another server uses the data folder
 */
export async function startServer(
  config: Config,
  say: (line: string) => void,
  clock: Clock = systemClock,
  logTo?: LogStream,
  interrupt?: AbortSignal,
): Promise<Server> {
  const opened: Closing[] = [];
  let closing: Promise<void> | null = null;
  interrupt?.addEventListener("abort", () => {
    closing = closeAll(opened);
  });
  try {
    const server = await start(config, say, clock, logTo, opened, interrupt);
    interrupt?.throwIfAborted();
    return server;
  } catch (error) {
    await closing;
    await closeAll(opened);
    throw error;
  }
}

/** Closes something that was opened. */
type Closing = (drainMs: number) => unknown;

/** What was opened last goes first. */
async function closeAll(opened: Closing[], drainMs = 0): Promise<void> {
  for (const close of opened.splice(0).reverse()) await close(drainMs);
}

/** @param opened gets what must be closed again, also when it throws on the way */
async function start(
  config: Config,
  say: (line: string) => void,
  clock: Clock,
  logTo: LogStream | undefined,
  opened: Closing[],
  interrupt: AbortSignal | undefined,
): Promise<Server> {
  const database = await openForServer(config, (sentence) => server?.log.warn(sentence));
  opened.push(() => database.close());
  interrupt?.throwIfAborted();
  const connections = connect(database.logins, (error) =>
    server?.log.warn({ err: error }, "A database connection broke"),
  );
  opened.push(() => connections.close());
  const standby = config.standby === null ? null : openStandby(config.standby, database.logins);
  if (standby !== null) opened.push(() => standby.close());
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const secret = config.sessionSecret ?? (await ownSecret(config.dataDir));
  const accounts = openAccounts({
    connections,
    clock,
    baseUrl,
    secret,
    staffNeedSecondFactor: config.staffNeedSecondFactor,
    sessionLife: config.sessionLife,
    singleSignOn: config.singleSignOn,
    mailer: openMailer(config.mail, config.mailDir, clock),
    warn: say,
  });
  opened.push(() => accounts.afterAnswer.finished());
  if (isOwnMachine(new URL(baseUrl).hostname) && !accounts.cookie.secure && !isOwnMachine(config.host)) {
    say(
      `HOST is ${config.host}, and BASE_URL is not https: whoever comes from elsewhere can be listened to on the way.`,
    );
  }
  if (config.mail?.allowPlaintext) {
    say(
      "SMTP_ALLOW_PLAINTEXT is on: where the mail server offers no TLS, anybody on the way can read mails and their links.",
    );
  }
  const { sms } = config.outgoing;
  const outgoing = { post: openPost(config.outgoing.allow), sms, sessionSecret: async () => secret };
  const uploads = await openUploadFolder(config.dataDir, config.uploadLimitMb);
  const watching = await startWatching(config, { ...connections, standby }, release, (sentence) =>
    server?.log.warn(sentence),
  );
  opened.push(() => watching.stop());
  const drain = createDrain();
  const server: FastifyInstance = buildApp({
    drain,
    logLevel: config.logLevel,
    logTo,
    clock,
    watchers: [...watching.watchers, ...(standby === null ? [] : [markChanges(standby, accounts.cookie)])],
    authenticate: accounts.authenticate,
    onRejected: rejectedWrites(accounts),
    baseUrl: config.baseUrl,
    trustedProxies: config.trustedProxies,
    routes: (routes) => {
      serveHealth(routes, connections, drain);
      serveOpenApi(routes, accounts.cookie.name);
      serveAccounts(routes, accounts);
      serveAreas(routes, {
        connections,
        clock,
        baseUrl,
        uploads,
        outgoing,
        reportsAtOnce: config.reportsAtOnce,
        standby,
      });
    },
  });
  standby?.startChecks({
    info: (sentence) => server.log.info(sentence),
    warn: (sentence) => server.log.warn(sentence),
  });
  const onError = (error: unknown) => {
    watching.failed();
    server.log.error({ err: error }, "Work in the background failed; it is tried again");
  };
  const demo = config.demo ? await showDemoLoading(connections, clock, say) : null;
  if (demo === null || !isOwnMachine(config.host) || !isOwnMachine(new URL(baseUrl).hostname)) {
    const open = await knownPasswords(connections);
    if (open.length > 0)
      say(`Everybody knows the passwords of the demo's accounts. Change or delete: ${open.join(", ")}`);
  }
  const refresher = startRefresher(connections, clock, onError);
  opened.push(() => refresher.stop());
  const alerts = startAlerts(connections, clock, onError);
  opened.push(() => alerts.stop());
  opened.push(startAuditUpkeep(connections, clock, onError));
  opened.push(startPhotoUpkeep(connections, clock, onError));
  opened.push(() => accounts.mailer.close());
  const mails = startMailWorker(accounts, onError);
  opened.push(() => mails.stop());
  opened.push(startNotifications({ ...accounts, post: outgoing.post, sms }, onError));
  const mqtt = await startMqtt(config.mqtt, config.host, { connections, clock, log: server.log, isDatabaseDown });
  opened.push(() => mqtt.stop());
  const imports = startImports({
    connections,
    clock,
    uploads,
    watchFolder: config.watchFolder,
    isDatabaseDown,
    warn: (sentence) => server.log.warn(sentence),
    onError,
  });
  opened.push(() => imports.stop());
  const stopRetention = startRetention(connections, clock, config.retention, config.archiveDir, {
    info: (sentence) => server.log.info(sentence),
    onError,
  });
  opened.push(stopRetention);
  opened.push(startPacking(connections, clock, { info: (sentence) => server.log.info(sentence), onError }));
  const stopServing = stoppable(server, drain);
  opened.push(stopServing);
  const url = await server.listen({ host: config.host, port: config.port });
  accounts.singleSignOn?.provider.find().catch((error: unknown) => {
    server.log.warn(logged(error), "The provider of single sign-on does not answer; it is asked again when needed");
  });
  // It serves now: a database that goes away from here on is waited for, and ends nothing.
  if (demo !== null) opened.push(keepDemoAlive(connections, demo, url, clock, onError));
  try {
    const token = await openFirstAdmin(connections, clock);
    if (token !== null)
      say(`Create the first administrator here (once, within 24 hours): ${baseUrl}/first-admin?token=${token}`);
  } catch (error) {
    if (!(error instanceof Error) || !isDatabaseDown(error)) throw error;
    server.log.warn({ err: error }, "No link for a first administrator was made; `dripline first-admin` prints one");
  }
  return { app: server, connections, url, isDemo: demo !== null, stop: (drainMs) => closeAll(opened, drainMs) };
}

/** @returns null where the database is not the demo's */
async function showDemoLoading(connections: Connections, clock: Clock, say: (line: string) => void) {
  if (await hasOwnData(connections)) {
    say(
      "This database has data of its own, so the demo is not loaded. Set DEMO=off; for the demo, set another DATA_DIR or DATABASE_URL.",
    );
    return null;
  }
  let shown = "";
  const demo = await loadDemo(connections, clock, (what, share) => {
    const line = `${what}: ${Math.floor(share * 10) * 10} %`;
    if (line !== shown) say(line);
    shown = line;
  });
  return demo;
}
