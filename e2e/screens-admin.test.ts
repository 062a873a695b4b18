import { describe } from "vitest";
import { adminDialogs, adminScreens } from "./screens/admin.ts";
import { visitOnce } from "./screens/visit-once.ts";

describe.for([...adminScreens, ...adminDialogs])("$name", { concurrent: true }, visitOnce);
