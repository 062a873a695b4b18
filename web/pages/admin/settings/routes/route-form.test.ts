import { expect, test } from "vitest";
import type { NotificationRoute } from "../../../../../contract/notifications/routes.ts";
import { formOf, ON_CALL, routeIn, shownSteps, stepErrors, stepsText } from "./route-form.ts";

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
  const steps = stepsText([{ hours: "2", people: [ON_CALL] }]);
  expect(shownSteps({ ...formOf(route), kinds: "case opened", steps })[0]?.hours).toBe("2");
  expect(shownSteps({ ...formOf(route), steps })[0]?.hours).toBe("0");
});

test.each([
  ["0", null],
  ["", "Give whole hours."],
  ["1.5", "Give whole hours."],
  ["721", "Give at most 720 hours."],
])("hours as %j: %j", (hours, wrong) => {
  const steps = stepsText([{ hours, people: ["7"] }]);
  expect(stepErrors({ ...formOf(route), kinds: "case opened", steps })).toEqual([{ hours: wrong, people: null }]);
});

test("hours rise, and each step reaches somebody", () => {
  const steps = stepsText([
    { hours: "4", people: ["7"] },
    { hours: "4", people: [] },
  ]);
  expect(stepErrors({ ...formOf(route), kinds: "case opened", steps })).toEqual([
    { hours: null, people: null },
    { hours: "Give more hours than in the step before.", people: "Choose at least one person, or who is on call." },
  ]);
});
