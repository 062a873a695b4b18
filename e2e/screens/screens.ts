import { adminDialogs, adminScreens } from "./admin.ts";
import { portfolioDialogs, portfolioScreens } from "./portfolio.ts";
import { propertyDialogs, propertyScreens } from "./property.ts";
import type { Screen } from "./screen.ts";

/** Every screen of the product for people who are signed in. */
export const screens: readonly Screen[] = [...propertyScreens, ...portfolioScreens, ...adminScreens];
/** Every dialog that an address opens. */
export const dialogs: readonly Screen[] = [...propertyDialogs, ...portfolioDialogs, ...adminDialogs];
