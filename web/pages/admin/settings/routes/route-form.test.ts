import { expect, test } from "vitest";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import { formOf, mayBeVendors, ON_CALL, routeIn, shownSteps, stepErrors, stepsText } from "./route-form.ts";

const route: NotificationRoute = {
  id: 1,
  name: "Nights",
  property_ids: [3, 4],
  kinds: ["case opened", "device outage"],
  least_dollars_per_day: 2.5,
  ignores_quiet_hours: true,
  steps: [
    { after_hours: 0, user_ids: [7, 8], on_call: true },
    { after_hours: 4, user_ids: [9], on_call: false },
  ],
  people: [],
  version: 2,
};

test("a route that nobody changes is saved as it was", () => {
  const { id: _id, people: _people, version: _version, ...values } = route;
  expect(routeIn(formOf(route))).toEqual(values);
});

test("later steps are sent with new leaks alone, and are kept while these are not chosen", () => {
  const form = { ...formOf(route), kinds: "device outage" };
  expect(routeIn(form).steps).toHaveLength(1);
  expect(routeIn({ ...form, kinds: "case opened" }).steps).toHaveLength(2);
});

test("the first step waits where only new leaks are sent", () => {
  const steps = stepsText([{ hours: "2", people: [ON_CALL], vendor: null }]);
  expect(shownSteps({ ...formOf(route), kinds: "case opened", steps })[0]?.hours).toBe("2");
  expect(shownSteps({ ...formOf(route), steps })[0]?.hours).toBe("0");
});

test.each([
  ["0", null],
  ["", "Give whole hours."],
  ["1.5", "Give whole hours."],
  ["721", "Give at most 720 hours."],
])("hours as %j: %j", (hours, wrong) => {
  const steps = stepsText([{ hours, people: ["7"], vendor: null }]);
  expect(stepErrors({ ...formOf(route), kinds: "case opened", steps })).toEqual([
    { hours: wrong, people: null, vendor: {} },
  ]);
});

test("hours rise, and each step reaches somebody", () => {
  const steps = stepsText([
    { hours: "4", people: ["7"], vendor: null },
    { hours: "4", people: [], vendor: null },
  ]);
  expect(stepErrors({ ...formOf(route), kinds: "case opened", steps })).toEqual([
    { hours: null, people: null, vendor: {} },
    {
      hours: "Give more hours than in the step before.",
      people: "Choose at least one person, or who is on call.",
      vendor: {},
    },
  ]);
});

test("a vendor of the last step is kept with whatever is in their name, and left out where other things are sent", () => {
  const vendor = { name: "Ann; Bob | 50% Co, Ltd", email: "joe@acme.example", days: 3, language: "es" as const };
  const steps = [
    { after_hours: 0, user_ids: [7], on_call: false },
    { after_hours: 4, user_ids: [], on_call: false, vendor },
  ];
  const form = formOf({ ...route, kinds: ["case opened"], steps });
  expect(routeIn(form).steps).toEqual(steps);
  expect(mayBeVendors(form, 1)).toBe(true);
  expect(mayBeVendors(form, 0)).toBe(false);
  const alone = formOf({ ...route, kinds: ["case opened"], steps: steps.slice(1) });
  expect(mayBeVendors(alone, 0)).toBe(true);
  expect(shownSteps({ ...alone, kinds: "case opened,device outage" })[0]?.vendor).toBeNull();
});

test("a vendor has a name, an address and 1 to 30 days", () => {
  const steps = stepsText([
    { hours: "0", people: [], vendor: { name: " ", email: "joe", days: "31", language: "en" } },
  ]);
  expect(stepErrors({ ...formOf(route), kinds: "case opened", steps })[0]?.vendor).toEqual({
    name: "Give the vendor's name.",
    email: "Give an e-mail address such as joe@example.com.",
    days: "Give 1 to 30 days.",
  });
});
