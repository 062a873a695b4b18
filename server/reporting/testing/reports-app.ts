import { type CallName, calls } from "../../../contract/calls.ts";
import { type Connections, connect } from "../../database/connect.ts";
import { buildApp } from "../../http/app.ts";
import { reportRoutes, serveReports } from "../../http/report-routes.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { freshDatabase } from "../../testing/fresh-database.ts";

export interface ReportsApp {
  connections: Connections;
  /** Requests a report as a user who may see these properties; both permissions by default. */
  ask(who: Partial<RequestScope>, path: string): Promise<{ status: number; type: string; text: string }>;
  close(): Promise<void>;
}

/** The reports over a fresh database, at a fixed instant. */
export async function reportsApp(now: string): Promise<ReportsApp> {
  const database = await freshDatabase();
  const connections = connect(database.url);
  let currentScope: RequestScope | null = null;
  const app = buildApp({
    logLevel: "error",
    authenticate: async () => currentScope,
    onRefused: async () => {},
    routes: (routes) => {
      const deps = { connections, clock: () => Date.parse(now) };
      const reports = reportRoutes(routes, deps);
      serveReports(reports, deps);
      // The other areas' calls are not tried here.
      for (const name of Object.keys(calls)) if (isCallName(name)) routes.served.add(name);
    },
  });
  await app.ready();
  return {
    connections,
    ask: async (who, path) => {
      currentScope = { ...nobody, ...who };
      const answer = await app.inject({ url: `/v1/reporting/${path}` });
      return { status: answer.statusCode, type: String(answer.headers["content-type"]), text: answer.body };
    },
    close: async () => {
      await app.close();
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
