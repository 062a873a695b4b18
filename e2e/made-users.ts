import type { APIRequestContext, Page } from "playwright-core";
import { expect } from "vitest";

/** The call that lists users, and what makes, changes and deletes them. */
export const list = "/v1/admin/staff/organizations/users";
export const property = "reporting.view_property_data_report";

/** A user that a test made. */
export interface Made {
  id: number;
  email: string;
}

/** An e-mail of one test's own. */
export const mail = (who: string) => `${who}-${Date.now()}@users.example`;

/** A member of the first organization with two of its properties. */
export async function member(request: APIRequestContext, who: string, more: object = {}): Promise<Made> {
  const data = {
    email: mail(who),
    role: 4,
    permissions: [property],
    organization_id: 1,
    assigned_properties: [1, 2],
    ...more,
  };
  const answer = await request.post(`${list}/external`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

/** The user as the list shows them. */
export async function found(request: APIRequestContext, email: string) {
  const answer = await request.get(`${list}?search=${encodeURIComponent(email)}`);
  return (await answer.json()).results[0];
}

export async function remove(request: APIRequestContext, { id }: Made): Promise<void> {
  await request.delete(`${list}/external/${id}`);
}

/** Takes an option of a field of the form. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

export const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
export const boxes = (page: Page, name: string) => page.getByRole("group", { name });
