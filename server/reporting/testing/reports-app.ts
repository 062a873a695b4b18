import type { FastifyInstance } from "fastify";
import { type CallName, calls } from "../../../contract/calls.ts";
import { type Connections, connect } from "../../database/connect.ts";
import { buildApp } from "../../http/app.ts";
import { reportRoutes, serveReports } from "../../http/reports/report-routes.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";

/** Requests a report as a user who may see these properties; both permissions by default. */
type Ask = (who: Partial<RequestScope>, path: string) => Promise<{ status: number; type: string; text: string }>;

export interface ReportsApp {
  connections: Connections;
  ask: Ask;
  /** The same with other connections for requests. */
  askOver(connections: Partial<Connections>): Promise<Ask>;
  close(): Promise<void>;
}

/** The reports over a fresh database, at a fixed instant. */
export async function reportsApp(now: string): Promise<ReportsApp> {
  const database = await freshDatabase();
  const connections = connect(database.url);
  const apps: FastifyInstance[] = [];
  const askOver = async (other: Partial<Connections>): Promise<Ask> => {
    let currentScope: RequestScope | null = null;
    const app = buildApp({
      logLevel: "error",
      authenticate: async () => currentScope,
      onRejected: async () => {},
      routes: (routes) => {
        const deps = { connections: { ...connections, ...other }, clock: () => Date.parse(now) };
        serveReports(reportRoutes(routes, deps), deps);
        // The other areas' calls are not tried here.
        for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
      },
    });
    await app.ready();
    apps.push(app);
    return async (who, path) => {
      currentScope = { ...nobody, ...who };
      const answer = await app.inject({ url: `/v1/reporting/${path}` });
      return { status: answer.statusCode, type: String(answer.headers["content-type"]), text: answer.body };
    };
  };
  return {
    connections,
    ask: await askOver({}),
    askOver,
    close: async () => {
      for (const app of apps) await app.close();
      await connections.close();
      await database.drop();
    },
  };
}

const nobody: RequestScope = {
  userId: 1,
  email: "somebody@example.com",
  isStaff: false,
  role: "organization member",
  permissions: ["reporting.view_property_data_report", "reporting.view_asset_data_report"],
  currentOrganizationId: null,
  organizationIds: [],
  propertyIds: [],
};

function isCallName(name: string): name is CallName {
  return name in calls;
}
