// Covers admin-forms-3, admin-forms-5, admin-forms-7, admin-forms-9, admin-forms-10, admin-forms-11, admin-forms-12, admin-forms-14, admin-forms-15, admin-forms-16, admin-forms-17, admin-forms-18, admin-forms-19

import { describe, expect, test } from "vitest";
import { accountCalls } from "../../../contract/accounts/account.ts";
import { apiKeyCalls } from "../../../contract/accounts/api-keys.ts";
import type { Call } from "../../../contract/call/call.ts";
import { gatewayTokenCalls } from "../../../contract/inventory/gateway-tokens.ts";
import { gatewayCalls } from "../../../contract/inventory/gateways.ts";
import { inventoryCalls } from "../../../contract/inventory/inventory.ts";
import { placeCalls } from "../../../contract/inventory/places.ts";
import { bedroomsError, labelError, nameError, serialError } from "../../app/form/rules.ts";
import { personNameError, titleError } from "../account/profile/details/details-rules.ts";
import { contactEmailError, propertyRules } from "./properties/form/property-rules.ts";
import { intervalError } from "./property/gateways/gateway-rules.ts";
import { registerRules } from "./property/meters/register-rules.ts";
import { keyRules, newKeyForm } from "./settings/keys/key-form.ts";

const staff = "/v1/admin/staff/inventory" as const;
const ofProperty = `${staff}/properties/{property_id}` as const;
const newProperty = inventoryCalls[`POST ${staff}/organizations/properties`];
const newMeter = placeCalls[`POST ${ofProperty}/meters`];
const newGateway = gatewayCalls[`POST ${ofProperty}/gateways`];
const newKey = apiKeyCalls["POST /v1/admin/organizations/{id}/api-keys"];
const me = accountCalls["PATCH /v1/me"];

interface Rule {
  form: string;
  call: Call;
  field: string;
  /** The form's error for the typed value. */
  validate: (typed: string) => string | null | undefined;
  /** What is typed against the rules, each against one. */
  broken: readonly string[];
  right: string;
  /** As the call takes what was typed; the text itself where not given. */
  sent?: (typed: string) => unknown;
}

const long = (length: number) => "x".repeat(length);
const asRegister = { register_unit: "pulse", gallons_per_pulse: "1", register_count: "", register_width: "" };
const register = (field: "gallons_per_pulse" | "register_count" | "register_width", broken: string[]): Rule => ({
  form: "meter",
  call: newMeter,
  field,
  validate: (typed) => registerRules[field](typed, asRegister),
  broken,
  right: "10",
  sent: Number,
});

const rules: readonly Rule[] = [
  {
    form: "organization",
    call: inventoryCalls[`POST ${staff}/organizations`],
    field: "name",
    validate: nameError,
    broken: [" ", long(201)],
    right: "Oak",
  },
  { form: "property", call: newProperty, field: "name", validate: nameError, broken: ["", long(201)], right: "Oak" },
  ...(["street", "city", "state", "zip_code", "contact_phone"] as const).map((field) => ({
    form: "property",
    call: newProperty,
    field,
    validate: propertyRules[field],
    broken: [long(201)],
    right: "1",
  })),
  {
    form: "property",
    call: newProperty,
    field: "contact_email",
    validate: contactEmailError,
    broken: ["office", "office@elm", `${long(250)}@elm.example`],
    right: "office@elm.example",
  },
  {
    form: "property",
    call: newProperty,
    field: "time_zone",
    validate: propertyRules.time_zone,
    broken: [""],
    right: "America/Chicago",
  },
  {
    form: "building",
    call: placeCalls[`POST ${ofProperty}/buildings`],
    field: "name",
    validate: nameError,
    broken: ["", long(201)],
    right: "A",
  },
  {
    form: "unit",
    call: placeCalls[`POST ${ofProperty}/units`],
    field: "name",
    validate: nameError,
    broken: ["", long(201)],
    right: "1",
  },
  {
    form: "unit",
    call: placeCalls[`POST ${ofProperty}/units`],
    field: "bedrooms",
    validate: bedroomsError,
    broken: ["21", "1.5", "-1", "two"],
    right: "0",
    sent: Number,
  },
  {
    form: "point",
    call: placeCalls[`POST ${ofProperty}/points`],
    field: "label",
    validate: labelError,
    broken: [long(201)],
    right: "",
  },
  {
    form: "meter",
    call: newMeter,
    field: "serial_number",
    validate: serialError,
    broken: ["", long(101)],
    right: "m-1",
  },
  register("gallons_per_pulse", ["0", "100001"]),
  register("register_count", ["10001"]),
  register("register_width", ["0", "2000000000000"]),
  {
    form: "gateway",
    call: newGateway,
    field: "serial_number",
    validate: serialError,
    broken: ["", long(101)],
    right: "g-1",
  },
  {
    form: "gateway",
    call: newGateway,
    field: "interval_minutes",
    validate: intervalError,
    broken: ["0", "1.5", "10081"],
    right: "60",
    sent: Number,
  },
  {
    form: "token",
    call: gatewayTokenCalls["POST /v1/admin/properties/{id}/gateway-tokens"],
    field: "gateway_serial_number",
    validate: (typed) => (typed === "" ? "Choose the gateway." : null),
    broken: [""],
    right: "g-1",
  },
  {
    form: "API key",
    call: newKey,
    field: "name",
    validate: (typed) => keyRules.name?.(typed, newKeyForm([])),
    broken: [" ", long(101)],
    right: "Billing",
  },
  {
    form: "API key",
    call: newKey,
    field: "permissions",
    validate: (typed) => keyRules.permissions?.(typed, newKeyForm([])),
    broken: [""],
    right: "reporting.view_property_data_report",
    sent: (typed) => (typed === "" ? [] : [typed]),
  },
  { form: "profile", call: me, field: "first_name", validate: personNameError, broken: [long(101)], right: "" },
  { form: "profile", call: me, field: "business_title", validate: titleError, broken: [long(81)], right: long(80) },
];

describe.each(rules)("$form, $field", ({ call, field, validate, broken, right, sent = (typed) => typed }) => {
  const rejections = (typed: string) =>
    call.body
      ?.safeParse({ [field]: sent(typed) })
      .error?.issues.filter(({ path }) => path[0] === field)
      .map(({ message }) => message) ?? [];

  const shown = broken.map((typed) => ({ typed, text: typed.slice(0, 20) }));
  test.each(shown)("rejects '$text' with the API's message", ({ typed }) => {
    const error = validate(typed);
    expect(error).toBeTruthy();
    expect(rejections(typed)[0]).toBe(error);
  });

  test("form and API accept valid input", () => {
    expect([validate(right) ?? null, rejections(right)]).toEqual([null, []]);
  });
});
