import { expect } from "vitest";
import { test } from "./test.ts";

test("a browser in Spanish gets the sign-in page in Spanish, one in French in English", async ({ product }) => {
  for (const [locale, title, lang, wrong] of [
    ["es-MX", "Iniciar sesión", "es", "El correo o la contraseña no son correctos."],
    ["fr-FR", "Sign in", "en", "E-mail or password is wrong."],
  ] as const) {
    const context = await product.browser.newContext({ baseURL: product.baseUrl, locale });
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByRole("button", { name: title }).first().waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe(lang);
    // What the server says, too.
    await page.locator("input[type=email]").fill(`${lang}@example.com`);
    await page.locator("input[type=password]").fill("wrong");
    await page.getByRole("button", { name: title }).first().click();
    await page.getByText(wrong).waitFor();
    await context.close();
  }
});

test("Spanish chosen in the profile is kept on every screen and in another browser, with figures unchanged", async ({
  visit,
}) => {
  const page = await visit({ as: "portfolio" });
  const figure = async () => {
    await page.goto("/cockpit?period=last-30-days");
    const text = await page
      .locator("main p")
      .filter({ hasText: /^[\d,]+ gal/ })
      .first()
      .textContent();
    return text?.match(/[\d,.]+/g);
  };
  const before = await figure();
  await page.goto("/profile");
  await page.getByRole("radio", { name: "Español" }).click();
  await page.getByRole("heading", { name: "Perfil", level: 1 }).waitFor();
  try {
    expect(await figure()).toEqual(before);
    await page.getByRole("heading", { name: "Agua perdida" }).waitFor();
    const elsewhere = await visit({ as: "portfolio" });
    await elsewhere.goto("/alerts");
    await elsewhere.getByRole("heading", { name: "Alertas", level: 1 }).waitFor();
    await elsewhere
      .getByText(/tiene una fuga desde el .* al día/)
      .first()
      .waitFor();
  } finally {
    await page.goto("/profile");
    await page.getByRole("radio", { name: "Como el navegador" }).click();
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  }
});
