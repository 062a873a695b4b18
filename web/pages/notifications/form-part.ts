import type { Entry } from "../../app/form/use-entry.ts";
import type { SettingsForm } from "./settings-form.ts";

/** What each part of the form gets. */
export interface FormPart {
  form: Entry<SettingsForm>["form"];
}
