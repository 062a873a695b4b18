/** What a parameter of a call can name. */
export const kinds = [
  "organization",
  "property",
  "building",
  "unit",
  "point",
  "meterId",
  "meter",
  "gateway",
  "repair",
  "import",
  "leakRepair",
  "leakCase",
  "caseEvent",
  "photo",
  "message",
  "quarantined",
  "rejected",
  "user",
  "staffUser",
  "apiKey",
  "webhook",
  "route",
  "subscription",
  "gatewayToken",
  "session",
  "ownSubscription",
  "browser",
  "override",
  "alert",
] as const;
export type Kind = (typeof kinds)[number];

/** An id, a serial number, or whatever else names a thing of each kind at one place. */
export type Names = Readonly<Record<Kind, number | string>>;

/** A property, or what stands for one, with a thing of each kind there. */
export interface Place {
  /** How the matrix calls it. */
  title: string;
  names: Names;
}

/** Kinds of things that belong to an organization, not to one of its properties. */
export const organizationKinds: ReadonlySet<Kind> = new Set<Kind>([
  "organization",
  "user",
  "staffUser",
  "apiKey",
  "webhook",
  "route",
  "subscription",
  "override",
]);

/** A place at which nothing is. */
export const unknownPlace: Place = {
  title: "not existing",
  names: everyKind((_kind, i) => 999_000_001 + i, "nonesuch"),
};
/** Names that no call may take for any. */
export const malformedPlace: Place = { title: "malformed", names: everyKind(() => "1 or 1=1", "x".repeat(150)) };

function everyKind(id: (kind: Kind, i: number) => number | string, text: string): Names {
  const of = (kind: Kind) => id(kind, kinds.indexOf(kind));
  return {
    organization: of("organization"),
    property: of("property"),
    building: of("building"),
    unit: of("unit"),
    point: of("point"),
    meterId: of("meterId"),
    meter: text,
    gateway: text,
    repair: of("repair"),
    import: of("import"),
    leakRepair: of("leakRepair"),
    leakCase: of("leakCase"),
    caseEvent: of("caseEvent"),
    photo: of("photo"),
    message: text.length > 100 ? "not a uuid" : "00000000-0000-4000-8000-000000000014",
    quarantined: text.length > 100 ? "h or 1=1" : "h999000012",
    rejected: of("rejected"),
    user: of("user"),
    staffUser: of("staffUser"),
    apiKey: of("apiKey"),
    webhook: of("webhook"),
    route: of("route"),
    gatewayToken: of("gatewayToken"),
    session: of("session"),
    subscription: of("subscription"),
    ownSubscription: of("ownSubscription"),
    browser: of("browser"),
    override: of("override"),
    alert: of("alert"),
  };
}
