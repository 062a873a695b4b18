import type { Request } from "../world/site.ts";
import { type Node, type Thing, within } from "./model.ts";

type Params = Pick<Request, "method" | "url"> & { body?: object };

const inventory = "/v1/admin/staff/inventory";
const users = "/v1/admin/staff/organizations/users";
const ofProperty = (node: Node) => `${inventory}/properties/${within(node, "property").id}`;
const organizationOf = (node: Node) => within(node, "organization").id;
const keys = (node: Node) => `/v1/admin/organizations/${organizationOf(node)}/api-keys`;
const tokens = (node: Node) => `/v1/admin/properties/${within(node, "property").id}/gateway-tokens`;
const gatewayOf = (node: Node) => `gate-${within(node, "property").id}`;

interface WalkCalls {
  /** @param parent what it is made in; organizations are in none */
  create(parent: Node, name: string): Params;
  rename: ((node: Node, name: string) => Params) | null;
  remove: ((node: Node) => Params) | null;
  /** Lists all of a kind beside which a node is. */
  list(node: Node): string;
  /** The field of a row in which its name stands; null: it has none. */
  named: string | null;
}

/** The calls with which a walk makes, renames, removes and lists things. */
export const walkCalls: Readonly<Record<Thing, WalkCalls>> = {
  organization: {
    create: (_parent, name) => ({ method: "POST", url: `${inventory}/organizations`, body: { name } }),
    rename: (node, name) => ({ method: "PATCH", url: `${inventory}/organizations/${node.id}`, body: { name } }),
    remove: null,
    list: (node) => `${inventory}/organizations?search=${encodeURIComponent(node.name)}`,
    named: "name",
  },
  property: {
    create: (parent, name) => ({
      method: "POST",
      url: `${inventory}/organizations/properties`,
      body: { organization_id: parent.id, name, time_zone: "America/Chicago" },
    }),
    rename: (node, name) => ({
      method: "PATCH",
      url: `${inventory}/organizations/properties/${node.id}`,
      body: { name },
    }),
    remove: (node) => ({ method: "POST", url: `${inventory}/organizations/properties/${node.id}/archive` }),
    list: (node) => `${inventory}/organizations/properties?organization_id=${organizationOf(node)}`,
    named: "name",
  },
  building: {
    create: (parent, name) => ({ method: "POST", url: `${ofProperty(parent)}/buildings`, body: { name } }),
    rename: (node, name) => ({ method: "PATCH", url: `${ofProperty(node)}/buildings/${node.id}`, body: { name } }),
    remove: (node) => ({ method: "DELETE", url: `${ofProperty(node)}/buildings/${node.id}` }),
    list: (node) => `${ofProperty(node)}/buildings?page=1`,
    named: "name",
  },
  unit: {
    create: (parent, name) => ({
      method: "POST",
      url: `${ofProperty(parent)}/units`,
      body: { building_id: parent.id, name },
    }),
    rename: (node, name) => ({ method: "PATCH", url: `${ofProperty(node)}/units/${node.id}`, body: { name } }),
    remove: (node) => ({ method: "DELETE", url: `${ofProperty(node)}/units/${node.id}` }),
    list: (node) => `${ofProperty(node)}/units?building_id=${within(node, "building").id}`,
    named: "name",
  },
  point: {
    create: (parent, label) => ({
      method: "POST",
      url: `${ofProperty(parent)}/points`,
      body: { building_id: within(parent, "building").id, unit_id: parent.id, attached_to: "Toilet", label },
    }),
    rename: (node, label) => ({ method: "PATCH", url: `${ofProperty(node)}/points/${node.id}`, body: { label } }),
    remove: (node) => ({ method: "DELETE", url: `${ofProperty(node)}/points/${node.id}` }),
    list: (node) => `${ofProperty(node)}/points?unit_id=${within(node, "unit").id}`,
    named: "label",
  },
  meter: {
    create: (parent, serial_number) => ({
      method: "POST",
      url: `${ofProperty(parent)}/meters`,
      body: { serial_number, point_id: parent.id, gateway_serial_number: gatewayOf(parent) },
    }),
    rename: (node, serial_number) => ({
      method: "PATCH",
      url: `${ofProperty(node)}/meters/${node.id}`,
      body: { serial_number },
    }),
    remove: (node) => ({ method: "DELETE", url: `${ofProperty(node)}/meters/${node.id}` }),
    list: (node) => `${ofProperty(node)}/meters?unit_id=${within(node, "unit").id}`,
    named: "serial_number",
  },
  token: {
    create: (parent) => ({ method: "POST", url: tokens(parent), body: { gateway_serial_number: gatewayOf(parent) } }),
    rename: null,
    remove: (node) => ({ method: "DELETE", url: `${tokens(node)}/${node.id}` }),
    list: (node) => `${tokens(node)}?page=1`,
    named: null,
  },
  user: {
    create: (parent, name) => ({
      method: "POST",
      url: `${users}/external`,
      body: {
        email: `${name.replaceAll(/\W/g, "-")}@people.example`,
        first_name: name,
        role: 4,
        permissions: ["reporting.view_property_data_report"],
        organization_id: organizationOf(parent),
        assigned_properties: [parent.id],
      },
    }),
    rename: (node, first_name) => ({
      method: "PATCH",
      url: `${users}/external/${node.id}`,
      body: { first_name, organization_id: organizationOf(node) },
    }),
    remove: (node) => ({ method: "DELETE", url: `${users}/external/${node.id}` }),
    list: (node) => `${users}?organization_id=${organizationOf(node)}`,
    named: "first_name",
  },
  key: {
    create: (parent, name) => ({
      method: "POST",
      url: keys(parent),
      body: { name, permissions: ["reporting.view_property_data_report"] },
    }),
    rename: null,
    remove: (node) => ({ method: "DELETE", url: `${keys(node)}/${node.id}` }),
    list: (node) => `${keys(node)}?page=1`,
    named: "name",
  },
};
